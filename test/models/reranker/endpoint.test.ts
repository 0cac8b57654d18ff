/** What servers with /rerank answer, well and badly, over real HTTP. */
import { toUSVString } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { isMiraMateError } from "../../../base/errors.ts";
import { createEndpointReranker } from "../../../models/reranker/endpoint.ts";
import type { EndpointRerankerOptions } from "../../../models/reranker/endpoint.ts";
import type { Reranker } from "../../../models/reranker/port.ts";
import {
  always,
  characterShare,
  createGate,
  replies,
  startFakeOpenAI,
  when,
} from "../../support/fake-openai.ts";
import type { FakeOpenAI, Reply, Script } from "../../support/fake-openai.ts";
import { rerankerContract } from "./contract.ts";
import type { ServerState } from "./contract.ts";

async function withServer(
  rerank: Script,
  options: Partial<EndpointRerankerOptions> = {},
): Promise<{ reranker: Reranker; server: FakeOpenAI; waits: number[] }> {
  const server = await startFakeOpenAI([], { rerank });
  onTestFinished(() => server.close());
  const waits: number[] = [];
  const reranker = createEndpointReranker({
    baseUrl: server.url,
    deadlineMs: 3_600_000,
    retries: 2,
    sleep: async (ms) => {
      waits.push(ms);
    },
    ...options,
  });
  return { reranker, server, waits };
}

/** TEI: wants `texts`, and says so with a 422. */
const tei: Reply = (request, response) => {
  const { query = "", texts } = request.body;
  if (texts === undefined)
    return replies.status(422, "missing field `texts` at line 1 column 60")(request, response);
  const scores = texts.map((text, index) => ({ index, score: characterShare(text, query) }));
  return replies.body(scores.sort((a, b) => b.score - a.score))(request, response);
};

/** Nothing listens on port 1: refused at once. */
const NOBODY = "http://127.0.0.1:1";

const CONTRACT: Readonly<Record<ServerState, Reply>> = {
  works: replies.rerank(),
  hangs: replies.hang(),
  "talks nonsense": replies.body({ results: "none" }),
  "refuses the key": replies.status(401, "no such key"),
  "is down": replies.status(503),
};

rerankerContract("a /rerank endpoint", async (state, options) => {
  const { reranker, server } = await withServer(always(CONTRACT[state]), {
    ...options,
    ...(state === "is down" ? { baseUrl: NOBODY } : {}),
  });
  return { reranker, requests: () => server.requests.length };
});

rerankerContract("a TEI server", async (state, options) => {
  const { reranker, server } = await withServer(always(state === "works" ? tei : CONTRACT[state]), options);
  return { reranker, requests: () => server.requests.length };
});

describe("a request to /rerank", () => {
  it("asks for all documents, with the model and the key", async () => {
    const { reranker, server } = await withServer(always(replies.rerank()), {
      model: "bge-reranker-v2-m3",
      apiKey: "sk-1",
    });
    await reranker.rerank("猫", ["猫", "狗"]);
    const [request] = server.requests;
    expect(request?.path).toBe("/v1/rerank");
    expect(request?.headers.authorization).toBe("Bearer sk-1");
    expect(request?.body).toEqual({
      model: "bge-reranker-v2-m3",
      query: "猫",
      documents: ["猫", "狗"],
      top_n: 2,
    });
  });

  it("names no model and no key where none is set, and is named after the server", async () => {
    const { reranker, server } = await withServer(always(replies.rerank()));
    await reranker.rerank("猫", ["猫"]);
    expect(server.requests[0]?.body).not.toHaveProperty("model");
    expect(server.requests[0]?.headers).not.toHaveProperty("authorization");
    expect(server.url).toContain(reranker.name);
  });

  it.each(["/", "/rerank", "/rerank/"])("takes an address that ends with %s", async (end) => {
    const server = await startFakeOpenAI();
    onTestFinished(() => server.close());
    const reranker = createEndpointReranker({ baseUrl: server.url + end, deadlineMs: 3_600_000, retries: 0 });
    await reranker.rerank("猫", ["猫"]);
    expect(server.requests.map(({ path }) => path)).toEqual(["/v1/rerank"]);
  });

  it("sends neither empty texts nor more of a text than models read", async () => {
    const { reranker, server } = await withServer(always(replies.rerank()));
    await reranker.rerank("猫", ["", `${"长".repeat(1_999)}😀${"长".repeat(9_000)}`]);
    const [empty, long] = server.requests[0]?.body.documents ?? [];
    expect(empty).toBe(".");
    expect(long?.length).toBe(2_000);
    expect(long).toBe(toUSVString(long ?? ""));
  });

  it.each(["密钥", "sk 1", "sk-1\n"])("is not made with the key %j, which is not shown", (apiKey) => {
    const create = (): Reranker =>
      createEndpointReranker({ baseUrl: NOBODY, apiKey, deadlineMs: 1_000, retries: 0 });
    expect(create).toThrow(/MIRAMATE_RERANKER_API_KEY/);
    expect(create).not.toThrow(apiKey);
  });

  it.each(["localhost:8080", "rerank"])("is not made to %s, which is no address", (baseUrl) => {
    expect(() => createEndpointReranker({ baseUrl, deadlineMs: 1_000, retries: 0 })).toThrow(
      /MIRAMATE_RERANKER_BASE_URL/,
    );
  });
});

describe("the two forms of /rerank", () => {
  it("never stand in one request, and the one that was taken is kept", async () => {
    const { reranker, server } = await withServer(always(tei));
    await reranker.rerank("猫", ["猫", "狗"]);
    await reranker.rerank("狗", ["猫", "狗"]);
    const forms = server.requests.map(({ body }) => [body.documents !== undefined, body.texts !== undefined]);
    expect(forms).toEqual([
      [true, false],
      [false, true],
      [false, true],
    ]);
    expect(server.requests[1]?.body).toEqual({ query: "猫", texts: ["猫", "狗"], truncate: true });
  });

  it("are told apart too by a call that is refused after another has found out", async () => {
    const gate = createGate();
    const { reranker } = await withServer([
      when(
        ({ body }) => body.query === "狗" && body.texts === undefined,
        async (request, response) => {
          await gate.pass();
          await tei(request, response);
        },
      ),
      always(tei),
    ]);
    const late = reranker.rerank("狗", ["猫", "狗"]);
    expect(await reranker.rerank("猫", ["猫", "狗"])).toEqual([1, 0]);
    gate.release();
    expect(await late).toEqual([0, 1]);
  });

  it("are both refused where the form is not the matter: the first answer tells it", async () => {
    const { reranker } = await withServer([
      when(({ body }) => body.texts === undefined, replies.status(400, "model not found")),
      always(replies.status(422, "missing field `documents`")),
    ]);
    await expect(reranker.rerank("猫", ["猫"])).rejects.toThrow(/status 400, model not found/);
  });

  it("differ in what they refuse: the second's own refusal is told", async () => {
    const { reranker } = await withServer([
      when(({ body }) => body.texts === undefined, replies.status(422, "missing field `texts`")),
      always(replies.status(413, "batch size 40 > maximum allowed batch size 32")),
    ]);
    await expect(reranker.rerank("猫", ["猫"])).rejects.toThrow(/batch size 40/);
  });
});

describe("scores", () => {
  const scored = async (answer: unknown): Promise<number[]> => {
    const { reranker } = await withServer(always(replies.body(answer)));
    return reranker.rerank("猫", ["猫", "狗", "鱼"]);
  };
  const result = (index: number, relevance_score: number | null): object => ({ index, relevance_score });

  it("come in any order and with fields that nobody asked for", async () => {
    const results = [
      { ...result(2, 0.2), document: { text: "鱼" } },
      { ...result(0, 0.9), document: null },
      result(1, 0.5),
    ];
    expect(await scored({ id: "x", results, usage: { total_tokens: 7 } })).toEqual([0.9, 0.5, 0.2]);
  });

  it("that are logits become shares, all of them, in the same order", async () => {
    const scores = await scored({ results: [result(0, -4), result(1, 0.5), result(2, 3)] });
    expect(scores[0]).toBeCloseTo(0.018, 3);
    expect(scores[1]).toBeCloseTo(0.622, 3);
    expect(scores[2]).toBeCloseTo(0.953, 3);
  });

  it("that are far out stay within 0..1", async () => {
    expect(await scored({ results: [result(0, -1e9), result(1, 0), result(2, 1e9)] })).toEqual([0, 0.5, 1]);
  });

  it.each<[string, unknown]>([
    ["a missing document", { results: [result(0, 0.1), result(2, 0.3)] }],
    ["none at all", { results: [] }],
    ["a document twice", { results: [result(0, 0.1), result(0, 0.2), result(1, 0.2), result(2, 0.3)] }],
    ["a document that there is not", { results: [result(0, 0.1), result(1, 0.2), result(3, 0.3)] }],
    ["a document before the first", { results: [result(-1, 0.1), result(1, 0.2), result(2, 0.3)] }],
    ["half a document", { results: [result(0.5, 0.1), result(1, 0.2), result(2, 0.3)] }],
    ["no number", { results: [result(0, null), result(1, 0.2), result(2, 0.3)] }],
    [
      "a text for a number",
      { results: [{ index: 0, relevance_score: "0.1" }, result(1, 0.2), result(2, 0.3)] },
    ],
    ["an error with status 200", { error: { message: "out of memory" } }],
    ["an answer of chat", { choices: [{ message: { content: "猫" } }] }],
    ["null", null],
  ])("with %s are no answer", async (_, answer) => {
    await expect(scored(answer)).rejects.toMatchObject({ code: "RERANKER_FAILED" });
  });

  it.each<[string, string]>([
    ["NaN, as Python writes it", '{"results": [{"index": 0, "relevance_score": NaN}]}'],
    ["a number beyond all numbers", '{"results": [{"index": 0, "relevance_score": 1e999}]}'],
    ["half a JSON", '{"results": [{"index": 0,'],
    ["nothing", ""],
  ])("with %s are no answer", async (_, text) => {
    const { reranker } = await withServer(always((__, response) => void response.writeHead(200).end(text)));
    await expect(reranker.rerank("猫", ["猫"])).rejects.toMatchObject({ code: "RERANKER_FAILED" });
  });

  it("of a web page are none: the address is told to be checked, and nobody tries again", async () => {
    const { reranker, server } = await withServer(always(replies.html()));
    await expect(reranker.rerank("猫", ["猫"])).rejects.toThrow(/MIRAMATE_RERANKER_BASE_URL/);
    expect(server.requests).toHaveLength(1);
  });
});

describe("a failing server", () => {
  it.each<[string, Reply]>([
    ["429", replies.rateLimited()],
    ["500", replies.status(500)],
    ["503", replies.status(503)],
    ["408", replies.status(408)],
    ["a connection that is torn", (_, response) => void response.destroy()],
  ])("is asked again after %s", async (_, reply) => {
    const { reranker, server, waits } = await withServer([reply, reply, always(replies.rerank())]);
    expect(await reranker.rerank("猫", ["猫"])).toEqual([1]);
    expect(server.requests).toHaveLength(3);
    expect(waits[1]).toBeGreaterThan(waits[0] ?? Infinity);
  });

  it("is asked as often as is set, then the failure is told", async () => {
    const { reranker, server } = await withServer(always(replies.status(502, "bad gateway")), { retries: 1 });
    await expect(reranker.rerank("猫", ["猫"])).rejects.toMatchObject({
      code: "RERANKER_FAILED",
      details: { status: 502 },
    });
    expect(server.requests).toHaveLength(2);
  });

  it("is given the time that it asks for", async () => {
    const { reranker, waits } = await withServer([replies.rateLimited("7"), always(replies.rerank())]);
    await reranker.rerank("猫", ["猫"]);
    expect(waits).toEqual([7_000]);
  });

  it("is not waited for when it asks for more time than there is", async () => {
    const { reranker, server, waits } = await withServer(always(replies.rateLimited("3600")), {
      deadlineMs: 60_000,
    });
    await expect(reranker.rerank("猫", ["猫"])).rejects.toMatchObject({ details: { status: 429 } });
    expect([server.requests.length, waits]).toEqual([1, []]);
  });

  it.each([401, 403, 404, 413])("is not asked again after %i", async (status) => {
    const { reranker, server } = await withServer(always(replies.status(status, "no")));
    await expect(reranker.rerank("猫", ["猫"])).rejects.toMatchObject({ details: { status } });
    expect(server.requests).toHaveLength(1);
  });

  it.each<[string, object]>([
    ["OpenAI", { error: { message: "no such model\nat line 3" } }],
    ["Cohere", { id: "1", message: "no such model" }],
    ["Jina", { detail: "no such model" }],
    ["TEI", { error: "no such model", error_type: "Validation" }],
  ])("is quoted in the words of %s", async (_, body) => {
    const { reranker } = await withServer(
      always((__, response) => void response.writeHead(404).end(JSON.stringify(body))),
    );
    await expect(reranker.rerank("猫", ["猫"])).rejects.toThrow("(status 404, no such model)");
  });

  it("that refuses the key has the key's setting named", async () => {
    const { reranker } = await withServer(always(replies.status(401, "no")), { apiKey: "sk-secret" });
    const error: unknown = await reranker.rerank("猫", ["猫"]).catch((thrown: unknown) => thrown);
    if (!isMiraMateError(error)) throw error;
    for (const locale of ["zh", "en"] as const) {
      expect(error.inLocale(locale)).toContain("MIRAMATE_RERANKER_API_KEY");
      expect(error.inLocale(locale)).not.toContain("sk-secret");
    }
  });

  it("that is late has the deadline's setting named, and the request is given up", async () => {
    const { reranker, server } = await withServer(always(replies.hang()), { deadlineMs: 50 });
    await expect(reranker.rerank("猫", ["猫"])).rejects.toThrow(/MIRAMATE_RERANKER_DEADLINE_MS/);
    for (const { hungUp } of server.requests) expect(await hungUp).toBe(true);
  });

  it("is let go of when the caller gives up while a retry is waited for", async () => {
    const stop = new AbortController();
    const reason = new Error("the turn was given up");
    const { reranker, server } = await withServer(always(replies.status(500)), {
      sleep: (_, signal) =>
        new Promise((__, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason as Error));
          stop.abort(reason);
        }),
    });
    await expect(reranker.rerank("猫", ["猫"], stop.signal)).rejects.toBe(reason);
    expect(server.requests).toHaveLength(1);
  });
});
