/** What must not be kept: turns that the user asked not to remember, and secrets inside a text. */

const OFF_RECORD_ZH =
  /(?:别|不要|不用|请勿|不许|甭|不准|先不|可别|千万别)(?:把(?:这|那|它|刚才).{0,6})?(?:再)?(?:帮我|给我)?(?:记(?!错|恨|仇|挂|性|忘|不|得带|笔|账|单词|日记)|存(?:下来|起来|档|储|进)|保存|写(?:进|到)(?:记忆|日记)|放(?:进|到)(?:记忆|心))|(?:听完|看完|说完)就(?:忘|删)|(?:不|别)(?:要)?(?:留|做)(?:下)?记录|就当我没(?:有)?说|当我没说过/;
const OFF_RECORD_EN =
  /\boff the record\b|\b(?:don't|do not|please don't|never) (?:ever )?(?:remember|save|store|record|note down|write down|keep|memori[sz]e|log) (?:this|that|it|what|any|the following|me saying)\b|\b(?:forget|pretend) (?:that )?i (?:ever )?(?:said|told you)\b|\bbetween us,? don't (?:save|store|remember)\b/i;

/** Whether the user asks that this turn is not remembered. */
export function asksOffRecord(text: string): boolean {
  return OFF_RECORD_ZH.test(text) || OFF_RECORD_EN.test(text);
}

const NAMED_ZH =
  /(?:密码|口令|验证码|校验码|安全码|密钥|私钥|助记词|银行卡|信用卡|储蓄卡|卡号|身份证|护照号|社保号|PIN码?|CVV2?|api[ _-]?key|token)[^\x21-\x7e。！？\n]{0,8}[:：=]?\s*["“「]?(?<value>[\x21-\x7e]{3,}(?:[ -]\d{2,})*)/giu;
const NAMED_EN =
  /\b(?:password|passcode|passphrase|pin(?: code| number)?|verification code|security code|api[ _-]?key|secret(?: key)?|access token|token|ssn|social security number|(?:credit |debit )?card(?: number)?|cvv|passport number)\b(?: (?:for|to|of) [\w ]{1,20})?\s*(?:is|was|:|=|to|->)?\s*["“']?(?<value>[\x21-\x7e]{3,}(?:[ -]\d{2,})*)/gi;
const SHAPED = [
  /\b(?:sk|pk|rk)-[A-Za-z0-9_-]{12,}\b/g,
  /\bgh[pousr]_[A-Za-z0-9]{20,}\b/g,
  /\bAKIA[0-9A-Z]{16}\b/g,
  /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{5,}/g,
  /\b\d{17}[\dXx]\b/g,
];
const LONG_NUMBER = /(?<![\d-])\d(?:[ -]?\d){12,18}(?![\d-])/g;

/** Secrets in the text, verbatim, each once, longest first (so that masking one does not break another). */
export function findSecrets(text: string): string[] {
  const found = new Set<string>();
  for (const pattern of [NAMED_ZH, NAMED_EN]) {
    for (const match of text.matchAll(pattern)) {
      const value = (match.groups?.value ?? "").replace(/["'”」.,;!?]+$/, "");
      // A plain word after "password" is talk about passwords; a secret has a digit or a sign in it.
      if (value.length >= 3 && /[\d#@$%^&*+=_~]/.test(value)) found.add(value);
    }
  }
  for (const pattern of SHAPED) for (const [value] of text.matchAll(pattern)) found.add(value);
  for (const [value] of text.matchAll(LONG_NUMBER)) if (passesLuhn(value)) found.add(value);
  return [...found].sort((a, b) => b.length - a.length);
}

/** The text with every secret blanked in the same length. */
export function blankSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((masked, secret) => masked.replaceAll(secret, "\uFF3F".repeat(secret.length)), text);
}

/** Check digit of card numbers (ISO/IEC 7812-1, annex B). */
function passesLuhn(number: string): boolean {
  const digits = [...number.replace(/\D/g, "")].map(Number).reverse();
  const sum = digits.reduce((total, digit, at) => {
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
