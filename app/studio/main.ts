/**
 * `npm run studio`: the LangGraph dev server with the three graphs. The server itself may fail without a word (a port
 * in use, an import error), so the port is tried first and the server is asked whether it is there.
 */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import path from "node:path";
import { parseArgs } from "node:util";
import { MiraMateError } from "../../base/errors.ts";
import { dataFolder } from "../../config/services.ts";
import { readSettings } from "../../config/settings.ts";
import { EXIT, exitCodeOf, localeOf, runAtTheEdge } from "../command-line/edge.ts";
import type { Edge, StopReason } from "../command-line/edge.ts";
import { messagesFor } from "../messages/index.ts";

const DEFAULT_PORT = "2024";
const HOST = "127.0.0.1";
const READY_WITHIN_MS = 60_000;
const POLL_MS = 250;

await runAtTheEdge(async (edge) => {
  const { values } = parseArgs({
    args: [...edge.argv],
    options: {
      port: { type: "string", default: DEFAULT_PORT },
      "no-reload": { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    edge.stdout.write(messagesFor(localeOf(edge.env)).help.studio);
    return EXIT.fine;
  }
  const port = Number(values.port);
  // A broken setting or folder is said here, in a sentence, rather than by the first run in the server.
  dataFolder(readSettings(edge.env));
  await requireFreePort(port);
  return serve(edge, port, values["no-reload"] ? ["--no-reload"] : []);
});

async function serve(edge: Edge, port: number, options: readonly string[]): Promise<number> {
  const cli = path.join(
    path.dirname(createRequire(import.meta.url).resolve("@langchain/langgraph-cli/package.json")),
    "dist/cli/cli.mjs",
  );
  const child = spawn(
    process.execPath,
    [cli, "dev", "--no-browser", "--host", HOST, "--port", String(port), ...options],
    {
      stdio: ["ignore", "inherit", "inherit"],
      env: { LANGGRAPH_CLI_NO_ANALYTICS: "1", ...edge.env },
    },
  );
  const ended = new Promise<number>((resolve) => {
    child.once("exit", (code) => resolve(code ?? EXIT.failed));
    child.once("error", () => resolve(EXIT.failed));
  });
  edge.stop.addEventListener("abort", () => child.kill("SIGTERM"), { once: true });
  const url = `http://${HOST}:${port}`;
  if (!(await answers(url, edge.stop, ended))) {
    child.kill("SIGTERM");
    await ended;
    if (edge.stop.aborted) return exitCodeOf(edge.stop.reason as StopReason);
    throw new MiraMateError("SERVER_NOT_READY", {
      zh: `LangGraph 服务在 ${READY_WITHIN_MS / 1000} 秒内没有就绪，请看上面的输出。`,
      en: `The LangGraph server was not ready within ${READY_WITHIN_MS / 1000} s; see its output above.`,
    });
  }
  edge.stdout.write(`\n${url}  (Studio: https://smith.langchain.com/studio/?baseUrl=${url})\n`);
  const code = await ended;
  return edge.stop.aborted ? exitCodeOf(edge.stop.reason as StopReason) : code;
}

/** Whether the server says "ok" before it ends, is stopped, or the time is over. */
async function answers(url: string, stop: AbortSignal, ended: Promise<number>): Promise<boolean> {
  let over = false;
  void ended.then(() => {
    over = true;
  });
  const deadline = performance.now() + READY_WITHIN_MS;
  while (!over && !stop.aborted && performance.now() < deadline) {
    const ok = await fetch(`${url}/ok`, { signal: AbortSignal.timeout(2000) }).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return true;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return false;
}

async function requireFreePort(port: number): Promise<void> {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new MiraMateError("SETTING_INVALID", {
      zh: `端口 ${port} 不行，请写 1 到 65535 的整数。`,
      en: `The port ${port} cannot be used; write a whole number from 1 to 65535.`,
    });
  }
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (cause) =>
      reject(
        new MiraMateError(
          "PORT_IN_USE",
          {
            zh: `端口 ${port} 已被占用。请结束占用它的程序，或用 --port 换一个。`,
            en: `Port ${port} is in use. End what uses it, or name another with --port.`,
          },
          { cause, details: { port } },
        ),
      ),
    );
    probe.listen(port, HOST, () => probe.close(() => resolve()));
  });
}
