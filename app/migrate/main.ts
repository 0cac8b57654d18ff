/** `npm run migrate`: the memory index, built anew with the embedder of the settings. */
import { parseArgs } from "node:util";
import { openServices } from "../../config/services.ts";
import { readSettings } from "../../config/settings.ts";
import { markEverything, rebuildIndex } from "../../memory/migrate.ts";
import { EXIT, exitCodeOf, localeOf, runAtTheEdge } from "../command-line/edge.ts";
import type { StopReason } from "../command-line/edge.ts";
import { progressOn } from "../command-line/progress.ts";
import { messagesFor } from "../messages/index.ts";

await runAtTheEdge(async (edge) => {
  const { values } = parseArgs({ args: [...edge.argv], options: { help: { type: "boolean" } } });
  const messages = messagesFor(localeOf(edge.env));
  if (values.help === true) {
    edge.stdout.write(messages.help.migrate);
    return EXIT.fine;
  }
  let total = 0;
  const services = await openServices(
    readSettings(edge.env),
    {},
    {
      beforeReplacingIndex: async (store) => {
        total = await markEverything(store);
      },
    },
  );
  const progress = progressOn(edge.stderr, messages.migrate.progress);
  let done = 0;
  try {
    await rebuildIndex(
      { store: services.documents.store, index: services.index, embedder: services.embedder },
      (memories) => {
        done += memories;
        progress.show(Math.min(1, done / Math.max(1, total)), Math.min(done, total));
      },
      edge.stop,
    );
    progress.end();
    edge.stdout.write(`${messages.migrate.done(total, services.embedder.fingerprint.name)}\n`);
    return EXIT.fine;
  } catch (error) {
    if (!edge.stop.aborted) throw error;
    progress.end();
    edge.stderr.write(`${messages.migrate.interrupted}\n`);
    return exitCodeOf(edge.stop.reason as StopReason);
  } finally {
    await services.close();
  }
});
