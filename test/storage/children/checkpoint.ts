/** checkpoint FILE THREAD TURNS: runs turns of a graph that appends its turn's number, printing each when it is done. */
import { openSqliteCheckpoints } from "../../../storage/checkpoints/sqlite.ts";
import { appendingGraph } from "../checkpoints-contract.ts";

const [file = "", thread = "", turns = "0"] = process.argv.slice(2);
const checkpoints = await openSqliteCheckpoints(file, { keep: 3 });
const graph = appendingGraph(checkpoints.saver);
for (let turn = 0; turn < Number(turns); turn += 1) {
  await graph.invoke({ said: [String(turn)] }, { configurable: { thread_id: thread }, durability: "sync" });
  process.stdout.write(`${turn}\n`);
}
await checkpoints.close();
