/** count-up KIND PLACE TIMES: adds 1 to a document under a lock, as a turn changes its thread. */
import { openDocuments, openLocks } from "./places.ts";

const [kind = "", place = "", times = "0"] = process.argv.slice(2);
const documents = await openDocuments(kind, place);
const locks = await openLocks(kind, place);
for (let n = 0; n < Number(times); n += 1) {
  await locks.hold("counter", async () => {
    const held = await documents.store.get(["counters"], "one");
    const count = typeof held?.value["count"] === "number" ? held.value["count"] : 0;
    await documents.store.put(["counters"], "one", { count: count + 1 });
  });
}
await locks.close();
await documents.close();
