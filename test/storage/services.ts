/** The servers that `npm run test:services` has started. */
import { randomUUID } from "node:crypto";
import { Pool } from "pg";
import { onTestFinished } from "vitest";

/** The address of one. A missing server fails the test that needs it: nothing is skipped here. */
export function serviceUrl(name: "CHROMA_URL" | "DATABASE_URL"): string {
  const url = process.env[name];
  if (url === undefined || url === "")
    throw new Error(`${name} is not set: run these tests by npm run test:services`);
  return url;
}

/** A database of its own for one test, on the server that is running. */
export async function freshDatabase(): Promise<string> {
  const url = new URL(serviceUrl("DATABASE_URL"));
  const server = new Pool({ connectionString: url.href });
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await server.query(`CREATE DATABASE ${name}`);
  onTestFinished(async () => {
    await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await server.end();
  });
  url.pathname = `/${name}`;
  return url.href;
}
