import { clsx } from "clsx";
import { useState } from "react";
import type { TimelineEntry } from "@/api/types";
import { formatSeconds } from "@/lib/format";
import { entryWords, type Group, groupLabel, groupsOf, inGroup, toneOf, withoutBlinks } from "@/lib/timeline";
import { t } from "@/lib/timeline-texts";
import { Clip } from "./Clip";
import { Shot } from "./Shot";

/** Entries shown before "show more". */
const SHOWN = 30;

interface RowProps {
  entry: TimelineEntry;
  attemptId: string;
  pictures: boolean;
}

function Row({ entry, attemptId, pictures }: RowProps) {
  const { title, text } = entryWords(entry);
  return (
    <li className="grid grid-cols-[auto_0.5rem_1fr] gap-x-3 py-1.5">
      <time dateTime={entry.at} className="w-22 whitespace-nowrap text-muted tabular-nums">
        {formatSeconds(entry.at)}
      </time>
      <span
        aria-hidden="true"
        className={clsx(
          `toned tone-${toneOf(entry.kind)}`,
          "mt-1.5 grid size-2 place-items-center rounded-full",
        )}
      >
        <span className="size-2 rounded-full bg-current" />
      </span>
      <div className="min-w-0">
        <p>{title}</p>
        {text && (
          <p dir="auto" className="whitespace-pre-wrap text-ink-2">
            {text}
          </p>
        )}
        {entry.by && (
          <p className="text-muted text-xs">
            {t.rich("by", { name: entry.by, b: (inside) => <bdi>{inside}</bdi> })}
          </p>
        )}
        {entry.clip_id && (
          <div className="mt-1.5">
            <Clip attemptId={attemptId} clipId={entry.clip_id} at={entry.at} />
          </div>
        )}
        {pictures && entry.screenshot_id && (
          <div className="mt-1.5 w-36">
            <Shot attemptId={attemptId} shotId={entry.screenshot_id} takenAt={entry.at} takenBy={entry.by} />
          </div>
        )}
      </div>
    </li>
  );
}

interface Props {
  entries: TimelineEntry[];
  attemptId: string;
  /** Newest first, for a live view. */
  newestFirst?: boolean;
  /** Off if the screenshots are shown elsewhere on the same screen. */
  pictures?: boolean;
  /** Number of events beyond the stored ones. */
  notKept?: number;
}

/** Timeline of one attempt: integrity signals and actions. */
export function TimelineList({
  entries,
  attemptId,
  newestFirst = false,
  notKept = 0,
  pictures = true,
}: Props) {
  const [group, setGroup] = useState<Group>("all");
  const [whole, setWhole] = useState(false);
  const steady = newestFirst ? withoutBlinks(entries) : entries;
  const groups = groupsOf(steady);
  const chosen = groups.some((g) => g.group === group) ? group : "all";
  const narrowed = inGroup(steady, chosen);
  const ordered = newestFirst ? [...narrowed].reverse() : narrowed;
  const shown = whole ? ordered : ordered.slice(0, SHOWN);
  if (entries.length === 0) return <p className="text-muted text-sm">{t("nothingYet")}</p>;
  return (
    <div className="text-sm">
      {groups.length > 1 && (
        <fieldset aria-label={t("show")} className="mb-2 flex flex-wrap gap-1.5">
          {groups.map(({ group: one, count }) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === chosen}
              onClick={() => setGroup(one)}
              className={clsx(
                "min-h-8 rounded-full border px-2.5 font-medium text-xs tabular-nums transition-colors",
                one === chosen
                  ? "border-primary text-ink"
                  : "border-line text-ink-2 hover:border-line-strong hover:text-ink",
              )}
            >
              {groupLabel(one)} {count}
            </button>
          ))}
        </fieldset>
      )}
      <ol className="divide-y divide-line">
        {shown.map((entry, index) => (
          <Row
            // Two entries may have the same time and text; the list is append-only, so the index is stable.
            key={`${entry.at} ${entry.kind} ${newestFirst ? ordered.length - index : index}`}
            entry={entry}
            attemptId={attemptId}
            pictures={pictures}
          />
        ))}
      </ol>
      {ordered.length > shown.length && (
        <button
          type="button"
          className="mt-1 min-h-10 font-medium text-ink-2 hover:text-ink"
          onClick={() => setWhole(true)}
        >
          {t("showMore", { count: ordered.length - shown.length })}
        </button>
      )}
      {notKept > 0 && <p className="mt-2 text-muted">{t("notKept", { count: notKept })}</p>}
    </div>
  );
}
