import { clsx } from "clsx";
import { Flag, Save, TriangleAlert, VideoOff } from "lucide-react";
import { memo, type Ref } from "react";
import type { Monitored } from "@/api/types";
import { isInBreak } from "@/features/staff-shared/in-break";
import { formatTime } from "@/lib/format";
import { troubleOf } from "@/lib/trouble";
import { agoWords, leftWords, placeWords, questionWords, savedWords } from "../labels";
import { t } from "../texts";
import { VideoBadge } from "../VideoBadge";
import type { Link } from "../video/link";
import { Still, Video } from "../video/Picture";
import { shownState, shownWords } from "../video/shown";

/** Pixels. A smaller tile shows only the name and the problem. */
const COMPACT = 150;
const TALL = 200;
/** Pixels. Below it the position in the test is abbreviated. */
const NARROW = 215;

/** What a proctor asks for, and need not see all the time: the picture, the name and the clock come first. */
const ON_DEMAND =
  "opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100 group-aria-pressed:opacity-100";

/** The same for lines below the name, which take no room meanwhile. */
const SHOWN = "group-hover:flex group-focus-visible:flex group-aria-pressed:flex";

export interface TileProps {
  row: Monitored;
  stream: MediaStream | null;
  link: Link;
  now: number;
  width: number;
  height: number;
  focused: boolean;
  tabIndex: number;
  onFocus: (inviteId: string) => void;
  onOpen: (inviteId: string) => void;
  ref?: Ref<HTMLButtonElement>;
}

interface CountProps {
  Icon: typeof Flag;
  count: number;
  message: "signalCount" | "flagCount";
}

function Count({ Icon, count, message }: CountProps) {
  if (count === 0) return null;
  return (
    <span className="flex items-center gap-1 rounded-md bg-black/65 px-1.5 py-0.5 font-medium text-white text-xs tabular-nums">
      <Icon aria-hidden="true" className="size-3" />
      {t.rich(message, { count, b: (inside) => <span className="sr-only">{inside}</span> })}
    </span>
  );
}

/** One candidate on the wall: the video, and the status that a proctor must see without interaction. */
export const Tile = memo(function Tile(props: TileProps) {
  const { row, stream, link, now, width, height, focused, tabIndex, onFocus, onOpen, ref } = props;
  const state = shownState(row.video, link);
  const trouble = troubleOf(row, now);
  const words = trouble?.words ?? shownWords(row.video, link);
  const stills = row.video.via === "stills" && row.video.state === "live" && row.attempt_id;
  const compact = width < COMPACT;
  const left = row.deadline ? leftWords(row.deadline, now) : null;
  const stands = isInBreak(row, now)
    ? t("breakUntil", { time: formatTime(row.break_until ?? "") })
    : row.paused_since && !row.break_until
      ? t("paused")
      : undefined;
  return (
    <button
      ref={ref}
      type="button"
      data-invite={row.invite_id}
      aria-pressed={focused}
      tabIndex={tabIndex}
      onFocus={() => onFocus(row.invite_id)}
      onClick={() => onOpen(row.invite_id)}
      style={{ width, height }}
      className={clsx(
        "group relative block overflow-hidden rounded-control bg-[#05070a] text-start text-white",
        "focus-visible:z-10 focus-visible:outline-offset-1",
      )}
    >
      {stills && row.attempt_id ? (
        <Still
          attemptId={row.attempt_id}
          label=""
          ageClassName={clsx("end-1.5", compact || height < TALL ? "top-8" : "top-9", ON_DEMAND)}
        />
      ) : (
        <span aria-hidden="true" className="absolute inset-0">
          <Video stream={stream} label="" className={state === "offline" ? "opacity-20" : ""} />
        </span>
      )}
      <span className="absolute inset-x-1.5 top-1.5 flex items-start justify-between gap-1">
        <VideoBadge
          state={state}
          row={row}
          className={clsx(
            "min-w-0 overflow-hidden",
            compact && "!px-1.5 [&>span:last-child]:sr-only",
            // A picture that moves says so itself.
            state === "live" && !trouble && ON_DEMAND,
          )}
        />
        <span className={clsx("flex shrink-0 gap-1", ON_DEMAND)}>
          <Count Icon={TriangleAlert} count={row.signal_count} message="signalCount" />
          <Count Icon={Flag} count={row.flag_count} message="flagCount" />
        </span>
      </span>
      {state === "offline" && !compact && height >= TALL && (
        <VideoOff
          aria-hidden="true"
          className="absolute top-1/3 left-1/2 size-7 -translate-x-1/2 opacity-60"
        />
      )}
      <span
        aria-hidden="true"
        className={clsx(
          "pointer-events-none absolute inset-0 z-10 rounded-control ring-inset",
          focused
            ? "ring-2 ring-primary"
            : trouble && !row.seen
              ? "ring-2 ring-[#ff8f8a]"
              : "ring-1 ring-white/10 group-hover:ring-white/40",
        )}
      />
      <span className="absolute inset-x-0 bottom-0 block bg-gradient-to-t from-black/90 via-black/75 to-transparent px-2 pt-5 pb-1.5">
        {words && (
          <span
            title={words}
            className={clsx(
              "mb-1 line-clamp-2 font-medium text-xs",
              trouble ? "text-[#ffb3af]" : "text-white/85",
            )}
          >
            {words}
          </span>
        )}
        <span className="flex items-baseline justify-between gap-2">
          <span dir="auto" title={row.applicant_name} className="truncate text-match font-medium text-sm">
            {row.applicant_name}
          </span>
          {left && !compact && (
            <span
              className={clsx(
                "shrink-0 font-medium text-xs tabular-nums",
                stands ? "text-[#ffd28a]" : left.short && "text-[#ffb3af]",
              )}
            >
              <span className="sr-only">{t("timeLeft")} </span>
              {stands ?? left.words}
            </span>
          )}
        </span>
        {!compact && (
          <span className={clsx("hidden justify-between gap-2 text-white/80 text-xs tabular-nums", SHOWN)}>
            <span title={`${questionWords(row)}, ${row.test_title}`} className="truncate">
              {width < NARROW ? placeWords(row) : questionWords(row)}
              {height >= TALL && (
                <>
                  {", "}
                  <bdi>{row.test_title}</bdi>
                </>
              )}
            </span>
            {width < NARROW && row.last_saved_at ? (
              <span className="flex shrink-0 items-center gap-1">
                <Save aria-hidden="true" className="size-3" />
                <span className="sr-only">{t("savedLabel")} </span>
                {agoWords(row.last_saved_at, now)}
              </span>
            ) : (
              <span className="shrink-0">{savedWords(row, now)}</span>
            )}
          </span>
        )}
        {!compact && height < TALL && (
          <span className={clsx("hidden text-white/65 text-xs", SHOWN)}>
            <span dir="auto" title={row.test_title} className="truncate text-match">
              {row.test_title}
            </span>
          </span>
        )}
      </span>
    </button>
  );
});
