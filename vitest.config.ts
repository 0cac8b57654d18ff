import { defineConfig } from "vitest/config";

// The default run needs no server and no key. Tests against real servers are *.service.test.ts and have a
// configuration of their own, in which a missing server is a failure.
export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/**/*.service.test.ts"],
    pool: "forks",
    // vitest leaves one core free, which on two means half of them.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    env: { LANGSMITH_TRACING: "false" },
  },
});
