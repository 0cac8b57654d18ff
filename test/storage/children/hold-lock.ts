/** hold-lock KIND PLACE NAME: takes the lock, prints "held", and keeps it until the process is killed. */
import { openLocks } from "./places.ts";

const [kind = "", place = "", name = ""] = process.argv.slice(2);
const locks = await openLocks(kind, place);
await locks.hold(name, async () => {
  process.stdout.write("held\n");
  await new Promise((resolve) => setTimeout(resolve, 600_000));
});
