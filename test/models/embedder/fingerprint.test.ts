import { expect, it } from "vitest";
import { fingerprintLine } from "../../../models/embedder/fingerprint.ts";
import type { Fingerprint } from "../../../models/embedder/port.ts";

const fingerprint: Fingerprint = {
  name: "a",
  revision: "1",
  dimension: 3,
  prefix: "query: |passage: ",
  pooling: "mean",
};

it("writes a fingerprint as one line", () => {
  expect(fingerprintLine(fingerprint)).toBe(
    'name="a" revision="1" dimension=3 prefix="query: |passage: " pooling="mean"',
  );
  expect(fingerprintLine({ ...fingerprint, prefix: "Instruct:\n" })).not.toContain("\n");
});

it("gives another line when any field differs, also when words move between fields", () => {
  const others: Fingerprint[] = [
    { ...fingerprint, name: "b" },
    { ...fingerprint, revision: "2" },
    { ...fingerprint, dimension: 4 },
    { ...fingerprint, prefix: "" },
    { ...fingerprint, pooling: "mean, centred v1" },
    { ...fingerprint, name: 'a" revision="1', revision: "" },
  ];
  expect(new Set([fingerprint, ...others].map(fingerprintLine)).size).toBe(others.length + 1);
});

it("does not depend on the order of the fields", () => {
  const { name, ...rest } = fingerprint;
  expect(fingerprintLine({ ...rest, name })).toBe(fingerprintLine(fingerprint));
});
