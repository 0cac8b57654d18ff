/** Which attributes of the user a question asks for: they are looked up by their belief keys, whatever the wording. */
import { ATTRIBUTE_QUESTIONS } from "../lexicon/attributes.ts";

export function attributesAsked(question: string): string[] {
  return ATTRIBUTE_QUESTIONS.filter(([, asked]) => asked.test(question)).map(([attribute]) => attribute);
}
