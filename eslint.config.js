import tseslint from "typescript-eslint";

export default tseslint.config(
  {
    ignores: [
      "dist/**",
      "node_modules/**",
      "data/**",
      "**/*.cjs",
      "**/*.mjs",
      "eslint.config.js",
      ".langgraph_api/**",
    ],
  },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      // Ports are asynchronous by contract; an adapter that answers at once still returns a promise.
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/restrict-template-expressions": [
        "error",
        { allowNumber: true, allowBoolean: true },
      ],
    },
  },
  {
    // One reader of the environment, one clock: everything else is given settings and a time.
    files: ["{base,graphs,language,memory,models,nodes,prompts,state,storage}/**/*.ts"],
    ignores: ["base/clock.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "MemberExpression[object.name='process'][property.name='env']",
          message: "Only config/ reads the environment.",
        },
        {
          selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
          message: "Take the time from the clock you are given.",
        },
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: "Take the time from the clock you are given.",
        },
      ],
    },
  },
);
