/**
 * The profile: what is always true of a user until it changes (name, birthday, allergies). A changed value keeps the
 * earlier ones, dated. Items marked `alwaysRemember` are in every prompt.
 */
import { z } from "zod";

const PastValueSchema = z.object({ value: z.string(), from: z.string(), to: z.string() });

export const ProfileItemSchema = z.object({
  value: z.string(),
  /** ISO instant since when it is believed. */
  since: z.string(),
  /** Turn it was said in. */
  source: z.string(),
  confidence: z.number(),
  alwaysRemember: z.boolean(),
  /** Earlier values, oldest first. */
  previous: z.array(PastValueSchema),
});
export type ProfileItem = z.infer<typeof ProfileItemSchema>;

/** By key: lower-case English words such as "name", "birthday", "allergy". */
export const ProfileSchema = z.object({ items: z.record(z.string(), ProfileItemSchema) });
export type Profile = z.infer<typeof ProfileSchema>;

export const emptyProfile: Profile = { items: {} };

export interface ProfileUpdate {
  readonly key: string;
  readonly value: string;
  readonly confidence: number;
  readonly source: string;
  /** ISO instant at which it was said. */
  readonly said: string;
}

/** Keys of which a person has several at a time: a new value is added to the others. */
const MANY_VALUED: ReadonlySet<string> = new Set([
  "allergy",
  "pet",
  "sibling",
  "child",
  "language",
  "condition",
]);

/** Keys that the companion must know in every conversation. */
const ALWAYS: ReadonlySet<string> = new Set([
  "name",
  "nickname",
  "birthday",
  "age",
  "gender",
  "residence",
  "hometown",
  "occupation",
  "workplace",
  "school",
  "allergy",
  "condition",
  "partner",
  "pet",
  "child",
]);

/**
 * The profile after one update. The later said wins, whatever the order of arrival; the same value again changes
 * nothing but its confidence. Below `minConfidence` an update does not displace a value.
 */
export function updateProfile(profile: Profile, update: ProfileUpdate, minConfidence = 0.5): Profile {
  const key = update.key.trim().toLowerCase();
  const value = update.value.trim();
  if (key === "" || value === "") return profile;
  const held = Object.hasOwn(profile.items, key) ? profile.items[key] : undefined;
  if (held === undefined) return withItem(profile, key, freshItem(key, value, update));
  if (valuesOf(key, held.value).includes(value)) {
    return withItem(profile, key, { ...held, confidence: Math.max(held.confidence, update.confidence) });
  }
  if (MANY_VALUED.has(key)) return withItem(profile, key, { ...held, value: `${held.value}、${value}` });
  if (update.confidence < minConfidence) return profile;
  if (update.said < held.since) {
    if (held.previous.some((past) => past.value === value && past.from === update.said)) return profile;
    const previous = [...held.previous, { value, from: update.said, to: held.since }];
    return withItem(profile, key, {
      ...held,
      previous: previous.sort((a, b) => a.from.localeCompare(b.from)),
    });
  }
  const previous = [...held.previous, { value: held.value, from: held.since, to: update.said }];
  return withItem(profile, key, { ...freshItem(key, value, update), previous });
}

/** Removes a value that the user took back; it was never true, so it is not kept as a past one either. */
export function retractFromProfile(profile: Profile, key: string, value: string): Profile {
  const held = Object.hasOwn(profile.items, key) ? profile.items[key] : undefined;
  if (held === undefined) return profile;
  const previous = held.previous.filter((past) => past.value !== value);
  if (held.value !== value) return withItem(profile, key, { ...held, previous });
  const last = previous.at(-1);
  if (last === undefined) {
    return { items: Object.fromEntries(Object.entries(profile.items).filter(([other]) => other !== key)) };
  }
  return withItem(profile, key, {
    ...held,
    value: last.value,
    since: last.from,
    previous: previous.slice(0, -1),
  });
}

/** Key and value of what is always remembered, in a fixed order (the prompt's prefix must not change by itself). */
export function alwaysRemembered(profile: Profile): [key: string, value: string][] {
  return Object.entries(profile.items)
    .filter(([, item]) => item.alwaysRemember)
    .map(([key, item]): [string, string] => [key, item.value])
    .sort(([a], [b]) => a.localeCompare(b));
}

function valuesOf(key: string, value: string): string[] {
  return MANY_VALUED.has(key) ? value.split("、") : [value];
}

function freshItem(key: string, value: string, update: ProfileUpdate): ProfileItem {
  return {
    value,
    since: update.said,
    source: update.source,
    confidence: update.confidence,
    alwaysRemember: ALWAYS.has(key),
    previous: [],
  };
}

function withItem(profile: Profile, key: string, item: ProfileItem): Profile {
  return { items: { ...profile.items, [key]: item } };
}
