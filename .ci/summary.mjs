// Reads the JSON reports of both test runs, refuses skipped service tests and prints one closing line.
import { readFileSync } from "node:fs";

const [unit, services] = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, "utf8")));
const skippedServices = services.numPendingTests + services.numTodoTests;
if (services.numPassedTests === 0 || skippedServices > 0) {
  console.error(
    `service tests: ${services.numPassedTests} passed, ${skippedServices} skipped; none may be skipped`,
  );
  process.exit(1);
}
const passed = unit.numPassedTests + services.numPassedTests;
const failed = unit.numFailedTests + services.numFailedTests;
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
