/** wait-for-lock KIND PLACE NAME: prints "waiting", then "in" once it has the lock. Nothing else keeps it alive. */
import { openLocks } from "./places.ts";

const [kind = "", place = "", name = ""] = process.argv.slice(2);
const locks = await openLocks(kind, place);
process.stdout.write("waiting\n");
await locks.hold(name, async () => {
  process.stdout.write("in\n");
});
await locks.close();
