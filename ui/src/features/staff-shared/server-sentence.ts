import type { SentencePart } from "@/api/types";
import { languageTag, translated } from "@/i18n";
import { formatDateTime } from "@/lib/format";
import { serverWords } from "@/lib/server-words";

type Value = SentencePart["values"][string];

/** An argument that is a reason of the server, such as why an email was not sent. */
const REASON = "words";
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The nearest unit of which there are two at least, as the server says it in English. */
function length(seconds: number): string {
  const [unit, of] =
    seconds < 2 * MINUTE
      ? (["second", 1] as const)
      : seconds < 2 * HOUR
        ? (["minute", MINUTE] as const)
        : seconds < 2 * DAY
          ? (["hour", HOUR] as const)
          : (["day", DAY] as const);
  return new Intl.NumberFormat(languageTag(), { style: "unit", unit, unitDisplay: "long" }).format(
    Math.round(seconds / of),
  );
}

function shown(name: string, value: Value): string | number | undefined {
  if ("text" in value) return name === REASON ? serverWords(value.text) : value.text;
  if ("count" in value) return value.count;
  if ("at" in value) return formatDateTime(value.at);
  if ("seconds" in value) return length(value.seconds);
  return inOwnLanguage(value.parts);
}

/** Undefined if a part is not translated: half a sentence in another language helps no one. */
function inOwnLanguage(parts: readonly SentencePart[]): string | undefined {
  const words: string[] = [];
  for (const { key, values } of parts) {
    const filled: Record<string, string | number> = {};
    for (const [name, value] of Object.entries(values)) {
      const own = shown(name, value);
      if (own === undefined) return undefined;
      filled[name] = own;
    }
    const own = translated("serverSentences", key, filled);
    if (own === undefined) return undefined;
    words.push(own);
  }
  return words.length > 0 ? words.join(" ") : undefined;
}

/** A sentence of the server in the language of the page. English is as the server says it; so is what is not translated. */
export const serverSentence = (english: string, parts: readonly SentencePart[] | undefined): string =>
  (languageTag() !== "en" && parts && inOwnLanguage(parts)) || english;
