import fc from "fast-check";
import { expect, it } from "vitest";
import { resolveTimes } from "../../../language/time/resolve.ts";
import { dateInWords, timeInWords } from "../../../language/time/words.ts";
import { instantOf, localTimeOf, MINUTE, startOfDay } from "../../../language/time/zone.ts";

const instants = fc.date({ min: new Date("1971-01-01"), max: new Date("2089-12-31"), noInvalidDate: true });
const zones = fc.constantFrom("Asia/Shanghai", "America/New_York", "Europe/Berlin", "Asia/Kolkata");
const languages = fc.constantFrom("zh" as const, "en" as const);
const reference = { now: new Date("2025-06-11T04:00:00Z"), nightOwlHour: 4 };

it("a time written in words is read back to the minute", () => {
  fc.assert(
    fc.property(instants, zones, languages, (date, timezone, language) => {
      const words = timeInWords(date, timezone, language);
      const mentions = resolveTimes(words, { ...reference, timezone });
      const minute = Math.floor(localTimeOf(date, timezone) / MINUTE) * MINUTE;
      expect(mentions.map(({ text }) => text)).toEqual([words]);
      expect(mentions[0]?.start).toEqual(instantOf(minute, timezone));
    }),
    { numRuns: 1000 },
  );
});

it("a date written in words is read back to the day", () => {
  fc.assert(
    fc.property(instants, zones, languages, (date, timezone, language) => {
      const words = dateInWords(date, timezone, language);
      const mentions = resolveTimes(words, { ...reference, timezone });
      expect(mentions.map(({ text }) => text)).toEqual([words]);
      expect(mentions[0]).toMatchObject({ start: startOfDay(date, timezone), grain: "day" });
    }),
    { numRuns: 500 },
  );
});
