// Imports point downwards only (ARCHITECTURE.md, "One picture"). A layer may import itself, base/ and what is listed.
const layers = {
  base: [],
  language: [],
  models: [],
  storage: [],
  state: ["memory", "language"],
  prompts: ["language"],
  memory: ["language", "models", "storage", "prompts"],
  nodes: ["state", "memory", "language", "models", "storage", "prompts"],
  graphs: ["nodes", "state"],
};

/** Every folder with code; packages and Node's own modules are no layers. */
const FOLDERS = [...Object.keys(layers), "app", "config", "eval", "scripts", "test"].join("|");

module.exports = {
  forbidden: [
    { name: "no-circular", severity: "error", from: {}, to: { circular: true } },
    ...Object.entries(layers).map(([layer, below]) => ({
      name: `${layer}-points-down`,
      severity: "error",
      from: { path: `^${layer}/` },
      to: {
        path: `^(${FOLDERS})/`,
        pathNot: [`^(${[layer, "base", ...below].join("|")})/`, "^node_modules/"],
      },
    })),
    {
      name: "only-ports-from-below",
      comment: "Adapters are put together in config/; the layers above know ports only.",
      severity: "error",
      from: { path: "^(memory|nodes|graphs|prompts|state)/" },
      to: { path: "^(storage|models)/", pathNot: "(port|structured)\\.ts$" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(node_modules|dist|data)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { extensions: [".ts", ".js", ".json"] },
  },
};
