import type { ResultDetail, Signal, SignalKind } from "@/api/types";
import { formatDate, formatSeconds, plural } from "@/lib/format";

/** In words that accuse nobody: a person judges. */
const WORDS: Record<SignalKind, string> = {
  tab_hidden: "Left the page (another tab or program)",
  tab_visible: "Came back to the page",
  blur: "Another window had the focus",
  focus: "The page had the focus again",
  paste: "Pasted text",
  fullscreen_left: "Left full screen",
  camera_denied: "The camera was not available",
  camera_lost: "The camera stopped",
  camera_back: "The camera is back",
  second_screen: "A second screen is connected",
  proceeded_without_monitoring: "Went on without monitoring",
};

/** Moments shown before the rest is asked for. */
const SHOWN = 12;

function words({ kind, detail }: Signal): string {
  if (kind === "paste" && detail) return `Pasted ${plural(Number(detail), "character")}`;
  return WORDS[kind] + (detail ? ` (${detail})` : "");
}

function Row({ signal }: { signal: Signal }) {
  return (
    <li className="grid grid-cols-[5rem_1fr] gap-3 py-1.5">
      <time dateTime={signal.at} className="text-muted tabular-nums">
        {formatSeconds(signal.at)}
      </time>
      <span className="min-w-0">{words(signal)}</span>
    </li>
  );
}

/** What the candidate's page noted while the test ran. */
export function SignalTimeline({ detail }: { detail: ResultDetail }) {
  const { signals, signals_not_kept, started_at } = detail;
  const row = (signal: Signal) => <Row key={`${signal.at} ${signal.kind}`} signal={signal} />;
  return (
    <section aria-labelledby="signals-title">
      <h3 id="signals-title" className="font-semibold text-base">
        What the page noted
      </h3>
      {signals.length === 0 ? (
        <p className="mt-1 text-muted text-sm">Nothing: the candidate stayed on the page.</p>
      ) : (
        <>
          <p className="mb-2 text-muted text-sm">
            {plural(signals.length + signals_not_kept, "moment")} on {formatDate(started_at)}. They may have
            harmless reasons.
          </p>
          <ol className="divide-y divide-line rounded-card border border-line px-4 py-1 text-sm">
            {signals.slice(0, SHOWN).map(row)}
          </ol>
          {signals.length > SHOWN && (
            <details className="mt-2 text-sm">
              <summary className="py-2 font-medium text-ink-2">
                {plural(signals.length - SHOWN, "more moment")}
              </summary>
              <ol className="divide-y divide-line rounded-card border border-line px-4 py-1">
                {signals.slice(SHOWN).map(row)}
              </ol>
            </details>
          )}
          {signals_not_kept > 0 && (
            <p className="mt-2 text-muted text-sm">
              {plural(signals_not_kept, "more moment")} counted, not kept.
            </p>
          )}
        </>
      )}
    </section>
  );
}
