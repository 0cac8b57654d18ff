import { describe, expect, it } from "vitest";
import { alwaysRemembered, emptyProfile, retractFromProfile, updateProfile } from "../../memory/profile.ts";
import type { Profile, ProfileUpdate } from "../../memory/profile.ts";

function update(key: string, value: string, said: string, confidence = 0.9): ProfileUpdate {
  return { key, value, said, confidence, source: `turn ${said}` };
}
const after = (...updates: ProfileUpdate[]): Profile =>
  updates.reduce((profile, next) => updateProfile(profile, next), emptyProfile);

describe("the profile", () => {
  it("keeps the earlier value, dated, when a newer one is said", () => {
    const profile = after(
      update("residence", "上海", "2024-09-01"),
      update("residence", "杭州", "2025-05-03"),
    );
    expect(profile.items["residence"]).toMatchObject({
      value: "杭州",
      since: "2025-05-03",
      previous: [{ value: "上海", from: "2024-09-01", to: "2025-05-03" }],
    });
  });

  it("comes out the same whichever update arrives first", () => {
    const [older, newer] = [
      update("residence", "上海", "2024-09-01"),
      update("residence", "杭州", "2025-05-03"),
    ];
    const inOrder = after(older, newer).items["residence"];
    const reversed = after(newer, older).items["residence"];
    expect(reversed?.value).toBe(inOrder?.value);
    expect(reversed?.previous).toEqual(inOrder?.previous);
  });

  it("applied twice is applied once", () => {
    const updates = [update("residence", "上海", "2024-09-01"), update("residence", "杭州", "2025-05-03")];
    expect(after(...updates, ...updates)).toEqual(after(...updates));
  });

  it("adds up what a person has several of", () => {
    expect(
      after(update("allergy", "花生", "1"), update("allergy", "海鲜", "2"), update("allergy", "花生", "3"))
        .items["allergy"]?.value,
    ).toBe("花生、海鲜");
  });

  it("does not give up a value for a doubtful one", () => {
    expect(after(update("age", "28", "1"), update("age", "82", "2", 0.2)).items["age"]?.value).toBe("28");
  });

  it("forgets what was taken back, and falls back to what was held before", () => {
    const profile = after(update("birthday", "5月8日", "1"));
    expect(retractFromProfile(profile, "birthday", "5月8日").items).toEqual({});
    const changed = after(update("residence", "上海", "1"), update("residence", "杭州", "2"));
    expect(retractFromProfile(changed, "residence", "杭州").items["residence"]).toMatchObject({
      value: "上海",
      previous: [],
    });
  });

  it("gives the always remembered items in an order that does not depend on arrival", () => {
    const one = after(
      update("name", "陈晨", "1"),
      update("allergy", "花生", "2"),
      update("hobby_club", "x", "3"),
    );
    const other = after(
      update("allergy", "花生", "2"),
      update("hobby_club", "x", "3"),
      update("name", "陈晨", "1"),
    );
    expect(alwaysRemembered(one)).toEqual([
      ["allergy", "花生"],
      ["name", "陈晨"],
    ]);
    expect(alwaysRemembered(other)).toEqual(alwaysRemembered(one));
  });

  it.each(["__proto__", "constructor", "toString"])("takes the key %s as any other word", (key) => {
    const profile = updateProfile(emptyProfile, update(key, "x", "1"));
    expect(Object.hasOwn(profile.items, key.toLowerCase())).toBe(true);
    expect(({} as Record<string, unknown>)["value"]).toBeUndefined();
  });
});
