import { expect, it } from "vitest";
import { normalise } from "../../../../models/embedder/e5/normalise.ts";

it.each([
  ["你好", "▁你好"],
  ["", "▁"],
  ["  a  b ", "▁a▁b▁"],
  ["ＡＢＣ１２３，", "▁ABC123,"],
  ["好～", "▁好～"],
  ["a\u0007b", "▁ab"],
  ["a\u200bb\tc\nd", "▁a▁b▁c▁d"],
  ["①ﬁ㈱", "▁1fi(株)"],
  ["前\ud83d后", "▁前▁后"],
  ["😂", "▁😂"],
])("shows %j as %j", (text, expected) => {
  expect(normalise(text)).toBe(expected);
});
