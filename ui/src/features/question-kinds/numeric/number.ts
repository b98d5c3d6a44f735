// Numbers as the server reads them (src/domain/question/number.rs), so that a candidate sees what counts.

import { formatEither, withDecimalMark } from "@/lib/format";
import { INVISIBLE } from "@/lib/invisible";

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
/** Units in one character, of East Asian keyboards: `㎏`. */
const SQUARE = "\u32cc-\u32ce\u3300-\u3357\u3371-\u337a\u3380-\u33df\u33ff";
/** In front of a number: `US$`, `USD`, `Rs.`, in Turkish `%`. */
const CURRENCY_IN_FRONT = new RegExp(
  `^(?:[A-Z]{0,2}[${CURRENCY}]|[A-Z]{3}(?=[\\d +.,-])|Rs\\.?|kr\\.?|S?Fr\\.|Kč|zł|Ft|Lei|руб\\.?|%)`,
);
/** A fold of characters that are written in several forms. */
const FOLDED: [RegExp, string][] = [
  [/[\u05be\u2010-\u2015\u2043\u2212\u2500\u2796\u02d7\ufe58\ufe63\u30fc\u3161\uff70]/, "-"],
  [/[\u00b4\u02b9\u02bb\u02bc\u0384\u066c\u2018\u2019\u201b\u2032]/, "'"],
  [/[\u02ba\u201c\u201d\u201f\u2033]/, '"'],
  [/[\u066b\u2024\u3002\ufe52\uff61]/, "."],
  [/[\u060c\u201a\u3001\ufe50\ufe51\uff64]/, ","],
  [/[\u066a\ufe6a]/, "%"],
  [/[\u2795\ufe62]/, "+"],
  [/\uffe0/, "\u00a2"],
  [/\uffe1/, "\u00a3"],
  [/\uffe5/, "\u00a5"],
  [/\uffe6/, "\u20a9"],
];

function foldedCharacter(c: string): string {
  if (/\s/u.test(c)) return " ";
  const fold = FOLDED.find(([form]) => form.test(c));
  if (fold) return fold[1];
  if (/[\uff01-\uff5e]/.test(c)) return String.fromCharCode(c.charCodeAt(0) - 0xfee0);
  return digitOf(c) ?? c;
}

const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code));

/** The digit of another script: each has ten in a row, from zero to nine. */
function digitOf(c: string): string | undefined {
  const code = c.codePointAt(0) ?? 0;
  if (code < 0x80 || !isDigit(code)) return undefined;
  let before = 0;
  while (isDigit(code - before - 1)) before++;
  return String(before % 10);
}

/** One form for each character that is written in several. */
function folded(text: string): string {
  let wasRaised = false;
  const characters = [...text.replace(INVISIBLE, "")].map((c) => {
    const raised = RAISED.indexOf(c);
    const mark = raised >= 0 && !wasRaised ? "^" : "";
    wasRaised = raised >= 0;
    return mark + (raised >= 0 ? PLAIN[raised] : foldedCharacter(c));
  });
  return characters.join("").replaceAll("**", "^");
}

const POWER = /^ *\^ *(?:\(([+-]?\d{1,4})\)|\{([+-]?\d{1,4})\}|([+-]?\d{1,4})(?!\d))/;

function power(text: string): { exponent: number; rest: string } | undefined {
  const match = POWER.exec(text);
  return match
    ? { exponent: Number(match[1] ?? match[2] ?? match[3]), rest: text.slice(match[0].length) }
    : undefined;
}

/** `e3`, also with blanks beside the `e`, or `×10^3` with its other spellings. */
function splitExponent(text: string): { exponent: number; rest: string } {
  const short = /^ *[eE] *([+-]?\d{1,4})(?!\d)/.exec(text);
  if (short) return { exponent: Number(short[1]), rest: text.slice(short[0].length) };
  const times = /^ *[×✕✖*\u2217xX\u0445\u0425·⋅∙•] *10/.exec(text);
  return (times && power(text.slice(times[0].length))) ?? { exponent: 0, rest: text };
}

/** What follows a price without decimals, which may end with a dash: `5.-`, `5,--`, in India `5/-`. */
const afterWholePrice = (mantissa: string, rest: string) =>
  rest.replace(/[.,]$/.test(mantissa) ? /^(?:\/-|--?)/ : /^\/-/, "");

/** Removes one kind of separator between groups of three digits. */
function ungrouped(text: string): string | undefined {
  const separator = /\D/.exec(text)?.[0];
  if (separator === undefined) return text;
  const groups = text.split(separator);
  const fits = /^\d{1,3}(\D\d{3})+$/.test(text);
  // `12,34,567`, as in India.
  const isIndian = /^\d{1,2}(\D\d{2})*\D\d{3}$/.test(text);
  return (fits || isIndian) && !groups.some((group) => /\D/.test(group)) ? groups.join("") : undefined;
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
  const text = folded(answer).trim().replace(/^=\s*/, "");
  const outer = /^[+-]?/.exec(text)?.[0] ?? "";
  const afterSign = text.slice(outer.length).trimStart();
  const currency = CURRENCY_IN_FRONT.exec(afterSign)?.[0] ?? "";
  const afterCurrency = afterSign.slice(currency.length).trimStart();
  const inner = outer === "" ? (/^[+-]?/.exec(afterCurrency)?.[0] ?? "") : "";
  const sign = outer + inner === "-" ? "-" : "";
  const unsigned = afterCurrency.slice(inner.length).trimStart();
  const mantissa = /^(?:[\d.,]|(?<=\d)[ '_](?=\d))*/.exec(unsigned)?.[0] ?? "";
  const rest = unsigned.slice(mantissa.length);
  // `10^5` alone is a power, not a mantissa with a unit.
  const alone = mantissa === "10" ? power(rest) : undefined;
  const { exponent, rest: behind } = alone ?? splitExponent(rest);
  if (Math.abs(exponent) > EXPONENT_MAX) return undefined;
  const unit = afterWholePrice(mantissa, behind).trim();
  const isUnit = new RegExp(`^([\\p{Alphabetic}%‰°˚∘℃℉"'${CURRENCY}${SQUARE}]|$)`, "u").test(unit);
  const found = mantissas(alone ? "1" : mantissa);
  // A sentence may end with the number: `3.5.`
  const read = found.length > 0 ? found : mantissas(mantissa.replace(/\.$/, ""));
  const values = read.map(([digits, decimals]) => written(sign, digits, decimals, exponent));
  if (values.length === 0 || !isUnit || (currency && unit)) return undefined;
  return { values, unit: currency || unit };
}

/** "3.5 kg", "1.5 or 1500". */
export const readingWords = ({ values, unit }: Reading) =>
  `${formatEither(values.map(withDecimalMark))} ${unit}`.trim();
