import { plural } from "@/lib/format";

/** Below this many ms a change is the inaccuracy of two clocks. */
const LEAST_MS = 5_000;

/** "10 minutes", "1 hour 5 minutes", "2 minutes 9 seconds". */
function spanWords(ms: number): string {
  const whole = Math.round(ms / 1000);
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const parts = [
    hours > 0 && plural(hours, "hour"),
    minutes > 0 && plural(minutes, "minute"),
    seconds > 0 && hours === 0 && plural(seconds, "second"),
  ];
  return parts.filter(Boolean).join(" ");
}

/** An end that the candidate knows, and the present one: RFC 3339 instants. */
export type Ends = [known: string | undefined, now: string | undefined];

function moved([known, now]: Ends): string | undefined {
  const ms = known && now ? Date.parse(now) - Date.parse(known) : 0;
  if (Number.isNaN(ms) || Math.abs(ms) < LEAST_MS) return undefined;
  return ms > 0 ? `${spanWords(ms)} added to` : `${spanWords(-ms)} taken off`;
}

/** What changed of the time of the test, and of the section in view; undefined if nothing did. */
export function changeWords(test: Ends, section: Ends): string | undefined {
  const [ofTest, ofSection] = [moved(test), moved(section)];
  if (ofTest && ofTest === ofSection) return `${ofTest} your time and this section.`;
  const sentences = [ofTest && `${ofTest} your time.`, ofSection && `${ofSection} this section.`];
  return sentences.filter(Boolean).join(" ") || undefined;
}
