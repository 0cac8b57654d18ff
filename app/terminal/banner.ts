/** The first lines: what the companion runs on, and how to name a real model when there is none. */
import type { Messages } from "../messages/index.ts";
import type { Description } from "../types.ts";
import { padded, displayWidth } from "./view.ts";
import type { View } from "./view.ts";

export function banner(description: Description, session: string, messages: Messages, view: View): string {
  const { labels, ...sentences } = messages.banner;
  const { chatModel, smallModel, memoryIndex, documents, checkpoints } = description;
  const rows: readonly (readonly [label: string, value: string])[] = [
    [labels.chatModel, chatModel ?? sentences.rules],
    [labels.smallModel, smallModel ?? sentences.rules],
    [labels.embedder, description.embedder],
    [labels.stores, sentences.stores(memoryIndex, documents, checkpoints)],
    [labels.data, description.dataFolder ?? sentences.dataElsewhere],
    [labels.session, sentences.session(session)],
  ];
  const width = Math.max(...rows.map(([label]) => displayWidth(label)));
  return [
    view.paint("bold", sentences.greeting(description.companionName)),
    ...rows.map(([label, value]) => `  ${view.paint("dim", padded(label, width))}  ${value}`),
    ...(chatModel === null ? [view.paint("dim", sentences.howToNameAModel)] : []),
  ].join("\n");
}
