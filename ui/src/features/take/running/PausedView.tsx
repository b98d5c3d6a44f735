import { CirclePause, Coffee } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { errorText } from "@/api/client";
import { clock, formatTime } from "@/lib/format";
import { Button } from "@/ui/Button";
import { t } from "../panel-texts";
import { useTake, useTakeSession } from "../useTake";
import { secondsLeft } from "./clock";
import { placeOf, saveWords } from "./save-labels";

/** States in which unsent answers are not on their way, or those on the server do not count. */
const HELD_UP = ["offline", "aside", "busy", "refused", "blocked"];

function useAnswersNow(): string {
  const unsent = useTake((state) => state.unsent);
  const save = useTake((state) => state.save);
  const durable = useTake((state) => state.durable);
  if (HELD_UP.includes(save.kind)) return saveWords(save, durable).text;
  return unsent === 0 ? t("pausedSaved") : t("pausedUnsaved", { place: placeOf(durable) });
}

/** Covers the questions in a pause or a break (docs/behaviour/taking.md#pause). */
export function PausedView() {
  const since = useTake((state) => state.pausedSince);
  const until = useTake((state) => state.breakUntil);
  const answers = useAnswersNow();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => void heading.current?.focus({ preventScroll: true }), []);
  const Icon = until ? Coffee : CirclePause;
  return (
    <main className="take-width mx-auto px-4 py-10 sm:px-6">
      <section
        aria-labelledby="paused-heading"
        className="mx-auto max-w-xl space-y-4 rounded-card border border-line bg-surface px-6 py-10 text-center"
      >
        <Icon aria-hidden="true" className="mx-auto size-12 text-primary" />
        <h2
          id="paused-heading"
          ref={heading}
          tabIndex={-1}
          className="font-semibold text-ink text-xl outline-none"
        >
          {t(until ? "breakTitle" : "pausedTitle")}
        </h2>
        <p className="text-ink-2">{t(until ? "breakText" : "pausedText")}</p>
        <p role="status" className="text-ink-2">
          {answers}
        </p>
        {until ? (
          <BreakEnd until={until} />
        ) : (
          since && (
            <p className="text-muted text-sm tabular-nums">{t("pausedSince", { time: formatTime(since) })}</p>
          )
        )}
      </section>
    </main>
  );
}

/** What is left of the break, and its end by hand. */
function BreakEnd({ until }: { until: string }) {
  const session = useTakeSession();
  const [left, setLeft] = useState(() => secondsLeft(until, session.clock.now()));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    const update = () => setLeft(secondsLeft(until, session.clock.now()));
    update();
    const timer = setInterval(update, 250);
    return () => clearInterval(timer);
  }, [until, session]);
  const end = async () => {
    setBusy(true);
    try {
      await session.takeBreak(false);
    } catch (error) {
      setProblem(errorText(error));
      setBusy(false);
    }
  };
  return (
    <>
      <p
        role="timer"
        translate="no"
        aria-label={t("breakLeft")}
        className="font-semibold text-3xl tabular-nums"
      >
        {clock(left)}
      </p>
      <p className="text-muted text-sm tabular-nums">{t("breakEndsAt", { time: formatTime(until) })}</p>
      <Button busy={busy} onClick={() => void end()}>
        {t("breakContinue")}
      </Button>
      {problem && (
        <p role="alert" className="text-ink-2 text-sm">
          {t("breakGoesOn", { problem })}
        </p>
      )}
    </>
  );
}
