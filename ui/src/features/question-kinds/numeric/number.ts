// Numbers as the server reads them (src/domain/question/number.rs), so that a candidate sees what counts.

const LENGTH_MAX = 200;
const DIGITS_MAX = 60;
const EXPONENT_MAX = 400;
/** Zeros that are written out instead of a power of ten. */
const ZEROS_MAX = 15;

export interface Reading {
  /** One value, or two where a mark may separate decimals or thousands: `1,500`. */
  values: string[];
  unit: string;
}

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺";
const PLAIN = "0123456789-+";
const CURRENCY = "$\u00a2-\u00a5\u20a0-\u20cf";

function foldedCharacter(c: string): string {
  if (/\s/u.test(c)) return " ";
  if (/[\u2010-\u2013\u2212]/.test(c)) return "-";
  if (/[\u2018\u2019\u02bc]/.test(c)) return "'";
  return /[\uff01-\uff5e]/.test(c) ? String.fromCharCode(c.charCodeAt(0) - 0xfee0) : c;
}

/** One form for each character that is written in several. */
function folded(text: string): string {
  let wasRaised = false;
  const characters = [...text].map((c) => {
    const raised = RAISED.indexOf(c);
    const mark = raised >= 0 && !wasRaised ? "^" : "";
    wasRaised = raised >= 0;
    return mark + (raised >= 0 ? PLAIN[raised] : foldedCharacter(c));
  });
  return characters.join("").replaceAll("**", "^");
}

const POWER = /^\^(?:\(([+-]?\d{1,4})\)|\{([+-]?\d{1,4})\}|([+-]?\d{1,4})(?!\d))/;

function power(text: string): { exponent: number; rest: string } | undefined {
  const match = POWER.exec(text);
  return match
    ? { exponent: Number(match[1] ?? match[2] ?? match[3]), rest: text.slice(match[0].length) }
    : undefined;
}

/** `e3`, or `×10^3` with its other spellings. */
function splitExponent(text: string): { exponent: number; rest: string } {
  const short = /^[eE]([+-]?\d{1,4})(?!\d)/.exec(text);
  if (short) return { exponent: Number(short[1]), rest: text.slice(short[0].length) };
  const times = /^ *[×xX*·⋅] *10/.exec(text);
  return (times && power(text.slice(times[0].length))) ?? { exponent: 0, rest: text };
}

/** Removes one kind of separator between groups of three digits. */
function ungrouped(text: string): string | undefined {
  const separator = /\D/.exec(text)?.[0];
  if (separator === undefined) return text;
  const groups = text.split(separator);
  const fits = /^\d{1,3}$/.test(groups[0] ?? "") && groups.slice(1).every((group) => /^\d{3}$/.test(group));
  return fits ? groups.join("") : undefined;
}

/** Removes spaces after every third decimal. */
function ungroupedDecimals(text: string): string | undefined {
  return /^(\d*|(\d{3} )+\d{1,3})$/.test(text) ? text.replaceAll(" ", "") : undefined;
}

function decimalMark(text: string): number | undefined {
  const [points, commas] = [text.split(".").length - 1, text.split(",").length - 1];
  const last = Math.max(text.lastIndexOf("."), text.lastIndexOf(","));
  if (points + commas === 1) return last;
  // Several of one mark separate thousands; of both, the last one is the decimal mark.
  if (points === 0 || commas === 0) return -1;
  return text.split(text[last] ?? "").length > 2 ? undefined : last;
}

/** Digits and the number of decimals among them, in each way that the text can be read. */
function mantissas(text: string): [digits: string, decimals: number][] {
  const mark = decimalMark(text);
  if (mark === undefined) return [];
  const [whole, decimals] = mark < 0 ? [text, ""] : [text.slice(0, mark), text.slice(mark + 1)];
  const [head, tail] = [ungrouped(whole), ungroupedDecimals(decimals)];
  if (head === undefined || tail === undefined) return [];
  const digits = head + tail;
  if (digits === "" || digits.length > DIGITS_MAX) return [];
  const isTwofold = mark >= 0 && /^[1-9]\d{0,2}$/.test(whole) && /^\d{3}$/.test(decimals);
  return isTwofold
    ? [
        [digits, tail.length],
        [digits, 0],
      ]
    : [[digits, tail.length]];
}

/** `digits` of which the last `decimals` follow the point, times ten to the `exponent`. */
function written(sign: string, digits: string, decimals: number, exponent: number): string {
  const significant = digits.replace(/^0+(?=\d)/, "");
  if (significant === "0") return "0";
  const scale = decimals - exponent;
  if (scale > DIGITS_MAX + ZEROS_MAX || -scale > ZEROS_MAX) {
    const [first, others] = [significant.slice(0, 1), significant.slice(1).replace(/0+$/, "")];
    return `${sign}${first}${others && `.${others}`} × 10^${significant.length - 1 - scale}`;
  }
  const padded = (scale > 0 ? significant : significant + "0".repeat(-scale)).padStart(scale + 1, "0");
  const point = padded.length - Math.max(scale, 0);
  const fraction = padded.slice(point).replace(/0+$/, "");
  const whole = padded.slice(0, point).replace(/^0+(?=\d)/, "");
  return `${sign}${whole}${fraction && `.${fraction}`}`;
}

/** Undefined for a text that is not a number. */
export function readNumber(answer: string): Reading | undefined {
  if ([...answer].length > LENGTH_MAX) return undefined;
  const text = folded(answer).trim();
  const currency = new RegExp(`^[${CURRENCY}]`).exec(text)?.[0] ?? "";
  const afterCurrency = text.slice(currency.length).trimStart();
  const sign = afterCurrency.startsWith("-") ? "-" : "";
  const unsigned = afterCurrency.replace(/^[+-]/, "").trimStart();
  const mantissa = /^(?:[\d.,]|(?<=\d)[ '](?=\d))*/.exec(unsigned)?.[0] ?? "";
  const rest = unsigned.slice(mantissa.length);
  // `10^5` alone is a power, not a mantissa with a unit.
  const alone = mantissa === "10" ? power(rest) : undefined;
  const { exponent, rest: behind } = alone ?? splitExponent(rest);
  if (Math.abs(exponent) > EXPONENT_MAX) return undefined;
  const unit = behind.trim();
  const isUnit = new RegExp(`^([\\p{Alphabetic}%‰°℃℉′″"'${CURRENCY}]|$)`, "u").test(unit);
  const values = mantissas(alone ? "1" : mantissa).map(([digits, decimals]) =>
    written(sign, digits, decimals, exponent),
  );
  if (values.length === 0 || !isUnit || (currency && unit)) return undefined;
  return { values, unit: currency || unit };
}

/** "3.5 kg", "1.5 or 1500". */
export const readingWords = ({ values, unit }: Reading) => `${values.join(" or ")} ${unit}`.trim();
