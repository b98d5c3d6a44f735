import { ChevronsLeft, ChevronsRight, GitCompare, Pause, Play } from "lucide-react";
import { useMemo, useState } from "react";
import type { HistoryMode, HistoryOfQuestion, Timeline } from "@/api/types";
import { useTexts } from "@/i18n";
import { formatDateTime, formatSeconds } from "@/lib/format";
import { Button, IconButton } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { Select } from "@/ui/Select";
import { bandsOf } from "./bands";
import { Facts } from "./Facts";
import { pastes } from "./facts";
import { useInStep } from "./in-step";
import { neighbour, SPEEDS } from "./playback";
import { Replay, type Span, withAccepted } from "./replay";
import { type ReadBy, shownText } from "./shown-text";
import { sizes } from "./sizes";
import { TextAt } from "./TextAt";
import { Track } from "./Track";
import { t } from "./texts";
import { useKeys } from "./useKeys";
import { usePlayback } from "./usePlayback";

interface Props {
  question: HistoryOfQuestion;
  readBy: ReadBy;
  timeline: Timeline;
  span: Span;
  mode: HistoryMode;
  /** Name of the candidate. */
  who: string;
}

/** Step in ms of the arrow keys. */
const SEEK_MS = 5_000;

const speedOf = (text: string) => SPEEDS.find((speed) => String(speed) === text);

/** Plays how the answer to one question came to be. */
export function Player({ question, readBy, timeline, span: attempt, mode, who }: Props) {
  const texts = useTexts();
  const { steps, span } = useMemo(() => withAccepted(question, attempt), [question, attempt]);
  const replay = useMemo(() => new Replay(steps), [steps]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: its words are in the language of the page
  const bands = useMemo(() => bandsOf(question, timeline, span), [question, timeline, span, texts]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: its words are in the language of the page
  const pasted = useMemo(() => pastes(question, span.start), [question, span.start, texts]);
  const pasteTimes = useMemo(() => pasted.map(({ at }) => at), [pasted]);
  const player = usePlayback(replay.times, span.length);
  const [pinned, setPinned] = useState<number>();
  const { at, seek } = player;
  const curve = useMemo(() => sizes(replay.steps, replay.times, span.length), [replay, span.length]);
  const takesKeys = useInStep(at, span.length, (to) => {
    player.pause();
    seek(to);
  });

  const shown = (moment: number) => shownText(readBy, replay.textAt(moment));
  const [earlier, later] =
    pinned === undefined ? [undefined, at] : [Math.min(pinned, at), Math.max(pinned, at)];
  const accepted =
    question.accepted && replay.countAt(later) > question.steps.length
      ? t("acceptedOn", { date: formatDateTime(question.accepted.received_at) })
      : undefined;
  const count = replay.countAt(at);
  const last = replay.steps[count - 1];
  const bySaves = mode === "saves";

  const jump = (moments: readonly number[], by: 1 | -1) => {
    const to = neighbour(moments, at, by);
    if (to !== undefined) seek(to);
  };
  const arrow = (by: 1 | -1) => (bySaves ? jump(replay.times, by) : seek(at + by * SEEK_MS));
  const pin = () => setPinned(pinned === undefined ? at : undefined);
  const keys: Record<string, () => void> = {
    " ": player.toggle,
    ArrowLeft: () => arrow(-1),
    ArrowRight: () => arrow(1),
    "Shift+ArrowLeft": () => jump(replay.times, -1),
    "Shift+ArrowRight": () => jump(replay.times, 1),
    Home: () => seek(0),
    End: () => seek(span.length),
    "[": () => player.faster(-1),
    "]": () => player.faster(1),
    p: () => jump(pasteTimes, 1),
    "Shift+P": () => jump(pasteTimes, -1),
    c: pin,
  };
  useKeys(keys, takesKeys);

  const PlayIcon = player.playing ? Pause : Play;
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-2">
        <Button className="min-w-24" onClick={player.toggle} icon={PlayIcon}>
          {player.playing ? t("pause") : t("play")}
        </Button>
        <Select
          aria-label={t("speed")}
          className="w-20"
          value={String(player.speed)}
          options={SPEEDS.map((speed) => ({ value: String(speed), label: `x${speed}` }))}
          onChange={(event) => player.setSpeed(speedOf(event.target.value) ?? player.speed)}
        />
        <IconButton
          label={bySaves ? t("previousSave") : t("previousChange")}
          onClick={() => jump(replay.times, -1)}
        >
          <ChevronsLeft aria-hidden="true" className="rtl:-scale-x-100 size-4" />
        </IconButton>
        <IconButton label={bySaves ? t("nextSave") : t("nextChange")} onClick={() => jump(replay.times, 1)}>
          <ChevronsRight aria-hidden="true" className="rtl:-scale-x-100 size-4" />
        </IconButton>
        {pasted.length > 0 && (
          <>
            <Button
              variant="secondary"
              disabled={neighbour(pasteTimes, at, -1) === undefined}
              onClick={() => jump(pasteTimes, -1)}
            >
              {t("previousPaste")}
            </Button>
            <Button
              variant="secondary"
              disabled={neighbour(pasteTimes, at, 1) === undefined}
              onClick={() => jump(pasteTimes, 1)}
            >
              {t("nextPaste")}
            </Button>
          </>
        )}
        <Button variant="secondary" aria-pressed={pinned !== undefined} onClick={pin} icon={GitCompare}>
          {pinned === undefined ? t("compareHere") : t("stopComparing")}
        </Button>
        <Checkbox
          label={t("skipPauses")}
          checked={player.skips}
          onChange={(event) => player.setSkips(event.target.checked)}
        />
      </div>
      <Track bands={bands} span={span} at={at} pinned={pinned} sizes={curve} onSeek={seek} />
      <p className="text-ink-2 text-sm tabular-nums">
        {earlier === undefined
          ? (accepted ?? t("answerAt", { time: formatSeconds(span.start + at) }))
          : accepted
            ? t("changedToAccepted", { from: formatSeconds(span.start + earlier) })
            : t("changedTo", {
                from: formatSeconds(span.start + earlier),
                to: formatSeconds(span.start + later),
              })}
      </p>
      <TextAt
        label={t("answerOf", { name: who })}
        shown={shown(later)}
        base={earlier === undefined ? undefined : shown(earlier)}
        caret={last && last[2] + last[4].length}
        isCode={readBy.question_type === "coding"}
        language={shown(later).language ?? readBy.languages?.[0] ?? readBy.expected_language ?? undefined}
      />
      <Facts question={question} pasted={pasted} onSeek={seek} />
    </div>
  );
}
