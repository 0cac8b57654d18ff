/**
 * The package as another service gets it: built, its files laid into a project that has the declared dependencies and
 * nothing else, and run with plain node.
 */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, "../..");
const TSC = path.join(ROOT, "node_modules/typescript/bin/tsc");

interface PackageJson {
  readonly name: string;
  readonly dependencies: Readonly<Record<string, string>>;
}
const description = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")) as PackageJson;

interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

interface PackedFile {
  readonly path: string;
  readonly size: number;
}
let files: PackedFile[];
const project = mkdtempSync(path.join(tmpdir(), "miramate-consumer-"));

beforeAll(async () => {
  await run("npm", ["run", "build"], { cwd: ROOT }).catch(({ stdout, stderr }: Printed) => {
    throw new Error(`the build failed:\n${stdout}${stderr}`);
  });
  const { stdout } = await run("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: ROOT,
    maxBuffer: 2 ** 26,
  });
  files = (JSON.parse(stdout) as [{ files: PackedFile[] }])[0].files;

  const modules = path.join(project, "node_modules");
  for (const file of files) {
    cpSync(path.join(ROOT, file.path), path.join(modules, description.name, file.path));
  }
  for (const dependency of [...Object.keys(description.dependencies), "@types/node"]) {
    const link = path.join(modules, dependency);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(path.join(ROOT, "node_modules", dependency), link, "junction");
  }
  writeFileSync(path.join(project, "package.json"), JSON.stringify({ type: "module", private: true }));
}, 300_000);

afterAll(() => rmSync(project, { recursive: true, force: true }));

describe("the package", () => {
  it("holds the compiled library, the model and the notices, and nothing of the workshop", () => {
    const paths = files.map((file) => file.path);
    expect(paths).toEqual(
      expect.arrayContaining([
        "package.json",
        "LICENSE",
        "NOTICE",
        "README.md",
        "README.zh-CN.md",
        "dist/index.js",
        "dist/index.d.ts",
        "dist/app/langgraph.js",
        "dist/models/embedder/e5/worker.js",
        "dist/models/embedder/e5/assets/e5.wasm",
        "dist/models/embedder/e5/assets/e5-relaxed.wasm",
        "dist/models/embedder/e5/assets/mean-v1.json",
      ]),
    );
    const model = files.find((file) => file.path.endsWith("assets/e5-small-zhen-q4.bin"));
    expect(model?.size).toBeGreaterThan(24_000_000);
    expect(paths.filter((file) => /^dist\/(test|eval|scripts)\//.test(file))).toEqual([]);
    expect(paths.filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"))).toEqual([]);
  });

  it("opens in plain node on the built-in model, and remembers from one conversation to the next", async () => {
    writeFileSync(
      path.join(project, "talk.js"),
      `import { createCompanion } from "miramate-graph";
       const companion = await createCompanion({ env: { MIRAMATE_DATA: "data", MIRAMATE_TIMEZONE: "Asia/Shanghai" } });
       const say = (session, text) => companion.turn({ user: "u1", session, text });
       await say("s1", "我对花生过敏");
       const { answer, recalled, degraded } = await say("s2", "我对什么过敏？");
       const { embedder } = companion.describe();
       await companion.close();
       console.log(JSON.stringify({ answer, legs: recalled.flatMap(({ legs }) => legs.map(({ leg }) => leg)), degraded, embedder }));`,
    );
    // That it comes back at all says that nothing of a closed companion keeps the process alive.
    const { stdout } = await run(process.execPath, ["talk.js"], { cwd: project, env: plainEnvironment() });
    const said = JSON.parse(stdout) as {
      answer: string;
      legs: string[];
      degraded: unknown[];
      embedder: string;
    };
    expect(said.answer).toContain("花生");
    expect(said.legs).toContain("vector");
    expect(said).toMatchObject({ degraded: [], embedder: "multilingual-e5-small-zhen-q4" });
  }, 120_000);

  it("gives a LangGraph server its graphs", async () => {
    writeFileSync(
      path.join(project, "graphs.js"),
      `import { companion, writeBack, consolidate } from "miramate-graph/langgraph";
       const graphs = await Promise.all([companion(), writeBack(), consolidate()]);
       console.log(JSON.stringify(graphs.map(({ name }) => name)));
       process.exit(0);`,
    );
    const { stdout } = await run(process.execPath, ["graphs.js"], { cwd: project, env: plainEnvironment() });
    expect(JSON.parse(stdout)).toEqual(["companion", "write_back", "consolidate"]);
  }, 120_000);

  it("says its types: what fits compiles, what does not is an error", async () => {
    writeFileSync(
      path.join(project, "tsconfig.json"),
      JSON.stringify({
        compilerOptions: {
          strict: true,
          exactOptionalPropertyTypes: true,
          module: "NodeNext",
          target: "ES2023",
          types: ["node"],
          skipLibCheck: true,
          noEmit: true,
        },
        include: ["*.ts"],
      }),
    );
    writeFileSync(
      path.join(project, "consumer.ts"),
      `import { buildCompanionGraph, createCompanion, isMiraMateError } from "miramate-graph";
       import type { ChatModel, Companion, CompanionNeeds, TurnResult } from "miramate-graph";

       export async function ask(model: ChatModel): Promise<string> {
         const companion: Companion = await createCompanion({ chatModel: model });
         const turn: TurnResult = await companion.turn({ user: "u1", session: "s1", text: "你好" });
         const score: number | undefined = turn.recalled[0]?.score;
         return \`\${turn.answer} \${score ?? 0}\`;
       }
       export function rewired(needs: CompanionNeeds) {
         return buildCompanionGraph(needs).addNode("extra", (state) => ({ reply: state.reply + "!" }));
       }
       export const codeOf = (error: unknown): string => (isMiraMateError(error) ? error.code : "");
       // @ts-expect-error a turn needs a user
       export const wrong = (companion: Companion) => companion.turn({ session: "s1", text: "你好" });
      `,
    );
    const { stdout } = await run(process.execPath, [TSC, "-p", project]).catch((failed: Printed) => failed);
    expect(stdout).toBe("");
  }, 120_000);
});

/** Without what the test runner adds: loaders, NODE_ENV, the developer's own settings. */
function plainEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env["PATH"] ?? "" };
}
