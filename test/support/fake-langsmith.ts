/** LangSmith as far as tracing needs it: takes runs over real HTTP and keeps them, or never answers. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface TracedRun {
  readonly id: string;
  readonly name: string;
  readonly trace_id: string;
  readonly parent_run_id?: string;
  /** "20261201T063049354001Z<id>" for each ancestor and the run itself, joined by dots: sorts by time of start. */
  readonly dotted_order: string;
}

export interface FakeLangSmith {
  /** Environment of a process that traces to it. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs so far, by start. */
  runs(): TracedRun[];
  /** Everything that was sent, as text. */
  readonly received: string;
  close(): Promise<void>;
}

export async function startFakeLangSmith({ answers = true } = {}): Promise<FakeLangSmith> {
  const runs: TracedRun[] = [];
  let received = "";
  const server = createServer((request, response) => {
    const body: Buffer[] = [];
    request.on("data", (chunk: Buffer) => body.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(body).toString();
      received += text;
      runs.push(...runsIn(text));
      if (!answers) return;
      response.writeHead(request.url === "/runs/multipart" ? 202 : 200, {
        "content-type": "application/json",
      });
      response.end(
        JSON.stringify({
          version: "0",
          batch_ingest_config: { use_multipart_endpoint: true, size_limit: 100 },
        }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    env: {
      LANGSMITH_TRACING: "true",
      LANGSMITH_ENDPOINT: `http://127.0.0.1:${port}`,
      LANGSMITH_API_KEY: "none",
      LANGSMITH_DISABLE_RUN_COMPRESSION: "true",
    },
    runs: () => runs.toSorted((a, b) => (a.dotted_order < b.dotted_order ? -1 : 1)),
    get received() {
      return received;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Of a multipart body the parts named "post.<id>": a run without its inputs, outputs and events. */
function runsIn(body: string): TracedRun[] {
  return [...body.matchAll(/name="post\.[0-9a-f-]+"\r\n.*\r\n\r\n(.*)\r\n/g)].map(
    ([, json]) => JSON.parse(json ?? "") as TracedRun,
  );
}
