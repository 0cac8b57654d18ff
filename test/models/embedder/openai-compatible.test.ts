import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createEmbedder } from "../../../models/embedder/facade.ts";
import {
  type OpenAIEmbedderOptions,
  createOpenAIEmbedder,
} from "../../../models/embedder/openai-compatible.ts";
import { embedderContract } from "./contract.ts";

interface Call {
  readonly path: string;
  readonly key: string | undefined;
  readonly body: { model: string; input: string[]; dimensions?: number; encoding_format?: string };
}
type Behaviour = (call: Call, response: ServerResponse) => void;

const DIMENSION = 8;
const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

/**
 * A strict server: it answers the first calls as it is told, then with vectors, and refuses empty inputs and
 * long lists.
 */
async function startServer(
  ...first: Behaviour[]
): Promise<{ baseUrl: string; calls: Call[]; stop: () => void }> {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((text) => {
      const call: Call = {
        path: request.url ?? "",
        key: request.headers.authorization,
        body: JSON.parse(text) as Call["body"],
      };
      calls.push(call);
      (first.shift() ?? answer)(call, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, calls, stop };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

const answer: Behaviour = ({ body }, response) => {
  if (body.input.length > 10 || body.input.some((text) => text === "")) {
    refuse(400)({ path: "", key: undefined, body }, response);
    return;
  }
  const data = body.input.map((text, index) => {
    const embedding = new Array<number>(DIMENSION).fill(0.5);
    for (const character of text) {
      const column = (character.codePointAt(0) ?? 0) % DIMENSION;
      embedding[column] = (embedding[column] ?? 0) + 1;
    }
    return { object: "embedding", index, embedding };
  });
  send(response, 200, {
    object: "list",
    model: body.model,
    data,
    usage: { prompt_tokens: 1, total_tokens: 1 },
  });
};

const refuse =
  (status: number, headers: Record<string, string> = {}): Behaviour =>
  (_, response) =>
    send(
      response,
      status,
      { error: { message: `no, said the server (${status})`, type: "refused" } },
      headers,
    );

const hang: Behaviour = () => undefined;

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

async function withServer(
  options: Partial<OpenAIEmbedderOptions>,
  ...first: Behaviour[]
): Promise<{ embedder: Awaited<ReturnType<typeof createOpenAIEmbedder>>; calls: Call[] }> {
  const { baseUrl, calls, stop } = await startServer(...first);
  stops.push(stop);
  const embedder = await createOpenAIEmbedder({
    model: "test-model",
    baseUrl,
    dimension: DIMENSION,
    ...options,
  });
  return { embedder, calls };
}

let contractServer: Awaited<ReturnType<typeof startServer>> | undefined;
embedderContract("OpenAI-compatible", async () => {
  contractServer = await startServer();
  const { baseUrl, stop } = contractServer;
  const adapter = await createOpenAIEmbedder({ model: "test-model", baseUrl });
  return createEmbedder({
    ...adapter,
    close: async () => {
      await adapter.close();
      stop();
    },
  });
});

describe("what it sends", () => {
  it("sends plain numbers' format, the key and the text with its line ends, to /embeddings", async () => {
    const { embedder, calls } = await withServer({ apiKey: "sk-test" });
    await embedder.embed(["一\n二"], "passage");
    expect(calls).toEqual([
      {
        path: "/v1/embeddings",
        key: "Bearer sk-test",
        body: { model: "test-model", input: ["一\n二"], encoding_format: "float" },
      },
    ]);
  });

  it("puts the prefixes before the texts and tells so in the fingerprint", async () => {
    const { embedder, calls } = await withServer({ queryPrefix: "query: ", passagePrefix: "passage: " });
    await embedder.embed(["a"], "query");
    await embedder.embed(["b"], "passage");
    expect(calls.map(({ body }) => body.input)).toEqual([["query: a"], ["passage: b"]]);
    expect(embedder.fingerprint.prefix).toBe("query: |passage: ");
  });

  it("sends no more texts in a request than the server takes", async () => {
    const { embedder, calls } = await withServer({});
    const texts = Array.from({ length: 25 }, (_, index) => `text ${index}`);
    expect(await embedder.embed(texts, "passage")).toHaveLength(25);
    expect(calls.map(({ body }) => body.input.length).sort((a, b) => a - b)).toEqual([5, 10, 10]);
  });

  it("asks for shorter vectors only when it is told to", async () => {
    const { embedder, calls } = await withServer({ shorten: true });
    await embedder.embed(["a"], "query");
    expect(calls[0]?.body.dimensions).toBe(DIMENSION);
  });
});

describe("the dimension", () => {
  it("is found out by one text when it is not given", async () => {
    const { baseUrl, calls, stop } = await startServer();
    stops.push(stop);
    const embedder = await createOpenAIEmbedder({ model: "m", baseUrl });
    expect(embedder.fingerprint.dimension).toBe(DIMENSION);
    expect(calls).toHaveLength(1);
  });

  it("needs no server when it is given", async () => {
    const embedder = await createOpenAIEmbedder({
      model: "m",
      baseUrl: "http://127.0.0.1:9/v1",
      dimension: 4,
    });
    expect(embedder.fingerprint.dimension).toBe(4);
  });
});

describe("when the server fails", () => {
  it.each([400, 401, 404])("gives up at once at status %i, with the server's words", async (status) => {
    const { embedder, calls } = await withServer({}, refuse(status));
    await expect(embedder.embed(["a"], "query")).rejects.toMatchObject({
      code: "EMBEDDER_FAILED",
      message: expect.stringContaining(`no, said the server (${status})`) as string,
      details: { status },
    });
    expect(calls).toHaveLength(1);
  });

  it("tries again after a 500 and after a 429 that says when", async () => {
    const { embedder, calls } = await withServer({}, refuse(500), refuse(429, { "retry-after": "0" }));
    expect(await embedder.embed(["a"], "query")).toHaveLength(1);
    expect(calls).toHaveLength(3);
  });

  it("does not try again when the quota is used up", async () => {
    const quota: Behaviour = (_, response) =>
      send(response, 429, {
        error: { message: "You exceeded your current quota", code: "insufficient_quota" },
      });
    const { embedder, calls } = await withServer({}, quota);
    await expect(embedder.embed(["a"], "query")).rejects.toMatchObject({ code: "EMBEDDER_FAILED" });
    expect(calls).toHaveLength(1);
  });

  it("ends at the deadline when the server hangs", async () => {
    const { embedder, calls } = await withServer({ deadlineMs: 100 }, hang);
    await expect(embedder.embed(["a"], "query")).rejects.toMatchObject({ code: "EMBEDDER_FAILED" });
    expect(calls).toHaveLength(1);
  });

  it("tells so when nobody listens", async () => {
    const embedder = await createOpenAIEmbedder({
      model: "m",
      baseUrl: "http://127.0.0.1:9/v1",
      dimension: 4,
      retries: 0,
    });
    await expect(embedder.embed(["a"], "query")).rejects.toMatchObject({ code: "EMBEDDER_FAILED" });
  });

  it("throws the signal's reason when the caller stops waiting", async () => {
    const stop = new AbortController();
    const { embedder } = await withServer({}, () => stop.abort(new Error("the turn was stopped")));
    await expect(embedder.embed(["a"], "query", stop.signal)).rejects.toThrow("the turn was stopped");
  });

  it.each([
    ["prose", "I am not JSON"],
    ["another shape", "{}"],
    ["a list that is too short", '{"object":"list","data":[]}'],
  ])("tells so when the server answers with %s", async (_, text) => {
    const odd: Behaviour = (__, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(text);
    };
    const { embedder } = await withServer({ retries: 0 }, odd);
    await expect(embedder.embed(["a"], "query")).rejects.toMatchObject({ code: "EMBEDDER_FAILED" });
  });
});
