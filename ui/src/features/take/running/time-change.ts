import { sentenceGap } from "@/i18n";
import { formatTime, hourCount, minuteCount, secondCount } from "@/lib/format";
import { t } from "../panel-texts";

/** Below this many ms a change is the inaccuracy of two clocks. */
const LEAST_MS = 5_000;

/** "10 minutes", "1 hour 5 minutes", "2 minutes 9 seconds". */
function spanWords(ms: number): string {
  const whole = Math.round(ms / 1000);
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const parts = [
    hours > 0 && hourCount(hours),
    minutes > 0 && minuteCount(minutes),
    seconds > 0 && hours === 0 && secondCount(seconds),
  ].filter((part) => part !== false);
  const [first = "", second] = parts;
  return second === undefined ? first : t("timeOfTwo", { first, second });
}

/** An end that the candidate knows, and the present one: RFC 3339 instants. */
export type Ends = [known: string | undefined, now: string | undefined];

interface Moved {
  /** By how much. */
  time: string;
  /** The time of day to which it moved. */
  end: string;
  added: boolean;
}

function moved([known, now]: Ends): Moved | undefined {
  if (!known || !now) return undefined;
  const ms = Date.parse(now) - Date.parse(known);
  if (Number.isNaN(ms) || Math.abs(ms) < LEAST_MS) return undefined;
  return { time: spanWords(Math.abs(ms)), end: formatTime(now), added: ms > 0 };
}

/** What changed of the time of the test, and of the section in view; undefined if nothing did. */
export function changeWords(test: Ends, section: Ends): string | undefined {
  const [ofTest, ofSection] = [moved(test), moved(section)];
  if (ofTest && ofTest.time === ofSection?.time && ofTest.added === ofSection.added)
    return t(ofTest.added ? "addedToBoth" : "takenOffBoth", { ...ofTest, section: ofSection.end });
  const sentences = [
    ofTest && t(ofTest.added ? "addedToTime" : "takenOffTime", ofTest),
    ofSection && t(ofSection.added ? "addedToSection" : "takenOffSection", ofSection),
  ];
  return sentences.filter(Boolean).join(sentenceGap()) || undefined;
}
