/** write-documents KIND PLACE NAME COUNT: writes pairs of documents and prints each key once it is acknowledged. */
import { openDocuments } from "./places.ts";

const [kind = "", place = "", name = "", count = "0"] = process.argv.slice(2);
const documents = await openDocuments(kind, place);
for (let n = 0; n < Number(count); n += 1) {
  const key = `${name}-${n}`;
  await documents.store.batch([
    { namespace: ["left"], key, value: { n } },
    { namespace: ["right"], key, value: { n } },
  ]);
  process.stdout.write(`${key}\n`);
}
await documents.close();
