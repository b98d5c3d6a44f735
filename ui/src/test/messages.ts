// What messages have, for tests that compare catalogues.
import { format } from "@/i18n/message";

const anything = new Proxy({}, { get: () => (inside: string) => inside });
/** A form of an argument, such as "one {..}": what stands in its braces is text. */
const NO_FORM = "(?<!(?:, |\\} )(?:other|one|two|few|many|zero|=\\d) )";
const ARGUMENT = new RegExp(`${NO_FORM}\\{(\\w+)(?=\\}|, (?:plural|select),)`, "g");
const PLURAL = /\{\w+, plural, ((?:=?\w+ \{(?:[^{}]|\{\w+\})*\} ?)+)\}/g;

export const argumentsOf = (text: string) =>
  [...new Set([...text.matchAll(ARGUMENT)].map(([, n]) => n))].sort();
export const tagsOf = (text: string) => [...text.matchAll(/<\/?\w+>/g)].map(([tag]) => tag).sort();

/** Arguments with plural forms, which are numbers. */
export const numbersOf = (text: string) => [
  ...new Set([...text.matchAll(/\{(\w+), plural,/g)].map(([, name = ""]) => name)),
];

/** The forms of each plural argument. */
export const pluralForms = (text: string): string[][] =>
  [...text.matchAll(PLURAL)].map(([, forms = ""]) =>
    [...forms.matchAll(/(=?\w+) \{(?:[^{}]|\{\w+\})*\}/g)]
      .map(([, form = ""]) => form)
      .filter((form) => !form.startsWith("="))
      .sort(),
  );

/** Why a message cannot be shown. */
export function malformed(tag: string, text: string): string | undefined {
  if (text === "" || text !== text.trim()) return "empty or padded";
  try {
    format(tag, text, anything, () => "");
  } catch (error) {
    return String(error);
  }
  return undefined;
}
