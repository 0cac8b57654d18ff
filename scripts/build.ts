/** `npm run build`: compiles the package into dist/ and lays the files beside the code that is no TypeScript. */
import { spawnSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { createRequire } from "node:module";

/** Folders of assets that the code reads by a path relative to itself. */
const ASSETS = ["models/embedder/e5/assets"];

rmSync("dist", { recursive: true, force: true });
const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
const { status } = spawnSync(process.execPath, [tsc, "-p", "tsconfig.build.json"], { stdio: "inherit" });
// The compiler has said why.
if (status !== 0) process.exit(1);
for (const folder of ASSETS) cpSync(folder, `dist/${folder}`, { recursive: true });
