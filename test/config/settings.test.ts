import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseEnv } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { isMiraMateError } from "../../base/errors.ts";
import { environmentWithFile, readSettings, settingsAsExample } from "../../config/settings.ts";

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (isMiraMateError(error, "SETTING_INVALID")) return error.message;
  }
  return "no error";
}

describe("settings", () => {
  it("have a default each, from an empty environment", () => {
    expect(readSettings({})).toMatchObject({
      companionName: "小梦",
      userName: "小伙伴",
      dataFolder: "./data",
      idleSeconds: 1200,
      memoryIndex: "sqlite",
      apiKey: undefined,
    });
  });

  it("take an empty value as the default and keep a zero", () => {
    expect(readSettings({ MIRAMATE_IDLE_SECONDS: "", MIRAMATE_NIGHT_OWL_HOUR: "0" })).toMatchObject({
      idleSeconds: 1200,
      nightOwlHour: 0,
    });
  });

  it("are frozen", () => {
    expect(Object.isFrozen(readSettings({}))).toBe(true);
  });

  it.each([
    ["zh_CN.UTF-8", "zh"],
    ["en_US.UTF-8", "en"],
    ["C.UTF-8", "zh"],
    ["", "zh"],
  ])("take the locale of %j as %s", (lang, locale) => {
    expect(readSettings({ LANG: lang }).locale).toBe(locale);
    expect(readSettings({ LANG: lang, MIRAMATE_LOCALE: "en" }).locale).toBe("en");
  });

  it.each([
    [{ MIRAMATE_IDLE_SECONDS: "soon" }, "MIRAMATE_IDLE_SECONDS", "whole number"],
    [{ MIRAMATE_TIMEZONE: "Beijing" }, "MIRAMATE_TIMEZONE", "Asia/Shanghai"],
    [{ MIRAMATE_MEMORY_INDEX: "faiss" }, "MIRAMATE_MEMORY_INDEX", "sqlite, chroma"],
    [{ MIRAMATE_MEMORY_INDEX: "chroma" }, "CHROMA_URL", "http://"],
    [{ MIRAMATE_DOCUMENTS: "postgres" }, "DATABASE_URL", "postgresql://"],
    [{ OPENAI_BASE_URL: "http://127.0.0.1:11434/v1" }, "CHAT_MODEL", "OPENAI_BASE_URL"],
    [{ MIRAMATE_RERANKER: "bge" }, "MIRAMATE_RERANKER", "builtin, endpoint, small-model"],
    [{ MIRAMATE_RERANKER: "endpoint" }, "MIRAMATE_RERANKER_BASE_URL", "http://"],
    [{ MIRAMATE_RERANKER: "small-model" }, "MIRAMATE_RERANKER", "UNDERSTANDING=rules"],
    [
      { MIRAMATE_RERANKER: "small-model", UNDERSTANDING: "model" },
      "MIRAMATE_RERANKER",
      "UNDERSTANDING=rules",
    ],
  ])("%j is refused with a sentence that names the setting and what it may be", (env, name, hint) => {
    const message = messageOf(() => readSettings(env));
    expect(message).toContain(name);
    expect(message).toContain(hint);
  });

  it("an unknown one is refused, with the nearest name", () => {
    expect(messageOf(() => readSettings({ MIRAMATE_COMPANION_NAM: "x" }))).toContain(
      "Did you mean MIRAMATE_COMPANION_NAME?",
    );
  });

  it("never show a key or an address in an error", () => {
    const message = messageOf(() =>
      readSettings({ OPENAI_BASE_URL: "secret-token@nowhere", CHAT_MODEL: "m" }),
    );
    expect(message).toContain("OPENAI_BASE_URL");
    expect(message).not.toContain("secret-token");
  });
});

describe("a .env file", () => {
  function folderWith(text: string): string {
    const folder = mkdtempSync(path.join(tmpdir(), "miramate-env-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(path.join(folder, ".env"), text);
    return folder;
  }

  it("fills what the environment does not say", () => {
    const folder = folderWith(
      "MIRAMATE_COMPANION_NAME=星星\nMIRAMATE_USER_NAME=阿明\nLANGSMITH_TRACING=true\n",
    );
    const env = environmentWithFile({ MIRAMATE_USER_NAME: "小红" }, folder);
    expect(readSettings(env)).toMatchObject({ companionName: "星星", userName: "小红" });
  });

  it("with a name that nobody reads is refused", () => {
    const folder = folderWith("OPENAI_KEY=x\n");
    expect(messageOf(() => environmentWithFile({}, folder))).toContain("Did you mean OPENAI_API_KEY?");
  });
});

describe(".env.example", () => {
  const file = path.join(import.meta.dirname, "../../.env.example");

  it("is the table of settings, whole", () => {
    expect(readFileSync(file, "utf8")).toBe(settingsAsExample());
  });

  it("parses, and read as it is gives the defaults", () => {
    const env = parseEnv(readFileSync(file, "utf8")) as Record<string, string>;
    expect(readSettings(env)).toEqual(readSettings({}));
  });
});
