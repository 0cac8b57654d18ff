/** What is believed of a person and has a key, in English; see beliefs-zh.ts. The predicate opens with its verb. */
import { JOBS_EN } from "../lexicon/occupations.ts";
import type { BeliefPattern } from "./beliefs-zh.ts";
import type { KeyedPattern } from "./keyed-zh.ts";

const ADV =
  "(?:(?:now|currently|also|still|just|recently|already|finally|actually|originally|have|had|been|only) ){0,6}";
const BE = "(?:am|is|'m|was|are)";
const MONTH =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const DATE = `(?:the )?(?:${MONTH}\\.? \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?|\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${MONTH}(?:,? \\d{4})?|\\d{4}-\\d{2}-\\d{2}|\\d{1,2}/\\d{1,2}(?:/\\d{2,4})?)`;
/** Place names open with a capital letter, which keeps "live in fear" and "live in a small town" apart. */
const PLACE = "(?<v>(?:the )?[A-Z][\\p{L}.'-]*(?:,? (?:[A-Z][\\p{L}.'-]*|of|the|de)){0,6})";

function pattern(source: string): RegExp {
  return new RegExp(source, "u");
}
function anyCase(source: string): RegExp {
  return new RegExp(source, "iu");
}

export const BELIEFS_EN: readonly BeliefPattern[] = [
  {
    attribute: "name",
    profile: "name",
    pattern: pattern(
      "^(?:full |real )?(?:[Nn]ame is|[Nn]ame's) (?<v>\\p{Lu}[\\p{L}'-]+(?: \\p{Lu}[\\p{L}'-]+)?)$",
    ),
  },
  {
    attribute: "nickname",
    profile: "nickname",
    only: "user",
    pattern: pattern("^[Nn]ickname is (?<v>\\p{L}[\\p{L}'-]+)$"),
  },
  {
    attribute: "name",
    profile: "name",
    only: "user",
    pattern: pattern(
      `^(?:am|is) (?:called |named )?(?<v>(?!Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Chinese|American|British|English|French|German|Japanese|Korean|Indian|Canadian|Muslim|Christian|Jewish|Buddhist|OK|Catholic|ENF|INF|INT|ENT|IST|EST|ISF|ESF)\\p{Lu}\\p{Ll}+(?: \\p{Lu}\\p{Ll}+)?)$`,
    ),
  },
  { attribute: "name", pattern: pattern("^(?:is|am) (?:called|named) (?<v>\\p{Lu}[\\p{L}'-]+)$") },
  {
    attribute: "birthday",
    profile: "birthday",
    undated: true,
    pattern: anyCase(`^birthday (?:is|was) (?:on )?(?<v>${DATE})$`),
  },
  {
    attribute: "birthday",
    profile: "birthday",
    undated: true,
    pattern: anyCase(`^was born (?:on |in )(?<v>${DATE}|\\d{4})$`),
  },
  {
    attribute: "age",
    profile: "age",
    undated: true,
    pattern: anyCase("^(?:am|is|turned|just turned|am turning) (?<v>\\d{1,3})(?: years? old)?(?: now)?$"),
  },
  {
    attribute: "gender",
    profile: "gender",
    only: "user",
    pattern: anyCase("^am (?:a )?(?<v>man|woman|guy|girl|male|female|boy|non-?binary)$"),
  },
  {
    attribute: "height",
    profile: "height",
    only: "user",
    pattern: anyCase("^am (?<v>\\d(?:'|ft|feet)\\s?\\d{0,2}|1\\.\\d+ ?m|1\\d\\d ?cm)(?: tall)?$"),
  },
  {
    attribute: "personality",
    profile: "mbti",
    only: "user",
    pattern: anyCase("^am an? (?<v>[EI][NS][TF][JP])(?:-[AT])?$"),
  },
  {
    attribute: "zodiac",
    profile: "zodiac",
    pattern: anyCase(
      "^(?:am|is) an? (?<v>aries|taurus|gemini|cancer|leo|virgo|libra|scorpio|sagittarius|capricorn|aquarius|pisces)$",
    ),
  },
  {
    attribute: "hometown",
    profile: "hometown",
    pattern: pattern(
      `^(?:${ADV}(?:am|is) (?:originally )?from|originally from|grew up in|was born in|comes? from|was born and raised in|hometown is) ${PLACE}$`,
    ),
  },
  {
    attribute: "residence",
    profile: "residence",
    change: true,
    pattern: pattern(
      `^${ADV}(?:moved|relocated|am moving|moving) (?:back )?(?:here )?(?:from \\p{Lu}[\\p{L} ]+ )?to ${PLACE}(?: .*)?$`,
    ),
  },
  {
    attribute: "residence",
    profile: "residence",
    pattern: pattern(
      `^${ADV}(?:lives?|am living|is living|living|am based|is based|resides?) (?:alone |together |with [\\p{L} ]+ )?in (?:an? [\\w ]+ in )?(?:downtown )?${PLACE}(?: (?:now|these days|with .+|since .+|for .+)|, .+)?$`,
    ),
  },
  {
    attribute: "workplace",
    profile: "workplace",
    pattern: pattern(
      `^${ADV}(?:works?|am working|is working|have worked|interns?|am interning) (?:as (?:an? )?[\\w -]+ )?(?:at|for) (?:the |a |an )?(?<v>[\\p{L}\\d][\\p{L}\\d&.' -]{1,30}?)(?: (?:now|for \\d.*|since .*))?$`,
    ),
  },
  {
    attribute: "workplace",
    profile: "workplace",
    pattern: pattern(`^${ADV}(?:works?|am working|is working) in ${PLACE}(?:, .+)?$`),
  },
  {
    attribute: "occupation",
    profile: "occupation",
    pattern: anyCase(
      `^${ADV}(?:works?|am working|is working|worked|working) as (?:an? )?(?<v>[a-z][a-z -]{2,30}?)(?: (?:at|in|for|now|since) .*| now)?$`,
    ),
  },
  {
    attribute: "occupation",
    profile: "occupation",
    change: true,
    pattern: anyCase(
      `^(?:just |recently )?(?:became|have become|started (?:working )?as) (?:an? )(?<v>[a-z][a-z -]{2,30})$`,
    ),
  },
  {
    attribute: "occupation",
    profile: "occupation",
    pattern: anyCase(
      `^(?:${BE}) ${ADV}an? (?<v>(?:[a-z-]+ ){0,3}?(?:${JOBS_EN}))(?: (?:now|at .+|in .+|these days|who .+))?$`,
    ),
  },
  {
    attribute: "occupation",
    profile: "occupation",
    pattern: anyCase("^(?:job|profession|occupation) is (?:an? |being an? )?(?<v>[a-z][a-z -]{2,30})$"),
  },
  {
    attribute: "workplace",
    change: true,
    value: "none",
    only: "user",
    pattern: anyCase(
      "^(?:just |finally |have |recently |actually |already ){0,6}(?:quit|left|resigned from|got fired from|got laid off from|was fired from|was laid off from)(?: (?:my|the) (?:old )?(?:job|work|company|clinic|office|firm|hospital|school|restaurant|store|shop|agency|bank|position)(?: at .+)?)(?: (?:today|yesterday|last week|last month))?$",
    ),
  },
  {
    attribute: "workplace",
    change: true,
    value: "none",
    only: "user",
    pattern: anyCase(
      "^(?:just |finally |have |recently ){0,6}(?:resigned|retired|got laid off|was laid off|got fired|was fired)$",
    ),
  },
  {
    attribute: "school",
    profile: "school",
    pattern: pattern(
      `^${ADV}(?:stud(?:y|ies|ied)|am studying|go|goes|went|attends?|am a student|am at)(?: [\\w ]+)?(?: at| to)? (?<v>(?:the )?(?:\\p{Lu}[\\p{L}.&'-]* )*(?:University|College|High School|Institute|School)(?: of(?: \\p{Lu}\\p{L}*)+)?)$`,
    ),
  },
  {
    attribute: "school",
    pattern: pattern(`^${ADV}(?:graduated from) (?<v>(?:the )?\\p{Lu}[\\p{L}.&' -]{2,40})$`),
  },
  {
    attribute: "major",
    profile: "major",
    pattern: anyCase(
      `^(?:major is|${ADV}(?:major(?:ed|ing)?|am majoring|majors|have a degree) in) (?<v>[a-z ]{3,30})$`,
    ),
  },
  {
    attribute: "relationship_status",
    profile: "relationship_status",
    change: true,
    value: "married",
    only: "user",
    pattern: anyCase("^(?:am|got|just got|finally got|have been) (?:happily )?married(?: .*)?$"),
  },
  {
    attribute: "relationship_status",
    profile: "relationship_status",
    change: true,
    value: "engaged",
    only: "user",
    pattern: anyCase("^(?:am|got|just got) engaged(?: .*)?$"),
  },
  {
    attribute: "relationship_status",
    profile: "relationship_status",
    change: true,
    value: "single",
    only: "user",
    pattern: anyCase(
      "^(?:am (?:still |now )?(?:single|divorced)|got divorced|broke up(?: with .+)?|just broke up(?: with .+)?)$",
    ),
  },
  {
    attribute: "diet",
    profile: "diet",
    change: true,
    pattern: anyCase(
      "^(?:am|became|went|have been|is) (?:now )?(?:an? )?(?<v>vegan|vegetarian|pescatarian|gluten[- ]free|halal|kosher)(?: .*)?$",
    ),
  },
  {
    attribute: "phone",
    undated: true,
    pattern: anyCase("^(?:phone(?: number)?|number|cell) is (?<v>\\+?\\d[\\d ()-]{6,16}\\d)$"),
  },
];

export const KEYED_EN: readonly KeyedPattern[] = [
  {
    attribute: "allergy",
    profile: "allergy",
    value: "yes",
    pattern: anyCase("^(?:am|is) (?:\\w+ly |really |very |also )?allergic to (?<v>[a-z][a-z ,'-]{2,40})$"),
  },
  {
    attribute: "allergy",
    profile: "allergy",
    value: "yes",
    pattern: anyCase("^(?:have|has) an? (?:\\w+ )?(?<v>[a-z]+) allergy$"),
  },
  {
    attribute: "allergy",
    value: "no",
    pattern: anyCase(
      "^(?:am not|is not|isn't) (?:actually |really )?allergic to (?<v>[a-z][a-z ,'-]{2,40})$",
    ),
  },
  {
    attribute: "skill",
    value: "yes",
    pattern: anyCase(
      "^(?:can|am able to|know how to|can also|learned (?:how )?to) (?<v>(?:play|speak|swim|cook|drive|ski|dance|sing|draw|paint|code|ride|bake|surf|skate|juggle|knit|sew|read music|write)\\b[a-z ,]{0,30})$",
    ),
  },
  {
    attribute: "skill",
    value: "no",
    pattern: anyCase(
      "^(?:can't|cannot|don't know how to) (?<v>(?:play|speak|swim|cook|drive|ski|dance|sing|draw|paint|code|ride|bake|surf|skate)\\b[a-z ,]{0,20})$",
    ),
  },
  {
    attribute: "skill",
    value: "yes",
    pattern: anyCase(
      "^(?:speak|speaks) (?<v>(?:fluent )?(?:english|chinese|mandarin|cantonese|spanish|french|german|japanese|korean|italian|russian|arabic|portuguese)(?:[a-z, ]*))$",
    ),
  },
  {
    attribute: "health",
    profile: "health",
    value: "yes",
    pattern: anyCase(
      "^(?:have|has|was diagnosed with|suffer from|suffers from|have had|am) (?:\\w+ )?(?<v>diabet\\w+|type [12] diabetes|asthma|asthmatic|high blood pressure|hypertension|depression|an? anxiety disorder|adhd|arthritis|epilepsy|color ?blind|near-?sighted|celiac(?: disease)?|lactose[- ]intoleran\\w+|migraines|chronic [a-z ]+)$",
    ),
  },
];
