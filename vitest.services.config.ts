import { defineConfig } from "vitest/config";

// Run by `npm run test:services`, which starts the servers first. Nothing here may skip.
export default defineConfig({
  test: {
    include: ["test/**/*.service.test.ts"],
    pool: "forks",
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    env: { LANGSMITH_TRACING: "false" },
  },
});
