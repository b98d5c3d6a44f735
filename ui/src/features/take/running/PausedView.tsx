import { CirclePause } from "lucide-react";
import { useEffect, useRef } from "react";
import { formatTime } from "@/lib/format";
import { t } from "../panel-texts";
import { useTake } from "../useTake";

/** Covers the questions while a proctor has paused the test (docs/behaviour/taking.md#pause). */
export function PausedView() {
  const since = useTake((state) => state.pausedSince);
  const unsent = useTake((state) => state.unsent);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <main className="take-width mx-auto px-4 py-10 sm:px-6">
      <section
        aria-labelledby="paused-heading"
        className="mx-auto max-w-xl space-y-4 rounded-card border border-line bg-surface px-6 py-10 text-center"
      >
        <CirclePause aria-hidden="true" className="mx-auto size-12 text-primary" />
        <h2
          id="paused-heading"
          ref={heading}
          tabIndex={-1}
          className="font-semibold text-ink text-xl outline-none"
        >
          {t("pausedTitle")}
        </h2>
        <p className="text-ink-2">{t("pausedText")}</p>
        <p role="status" className="text-ink-2">
          {unsent === 0 ? t("pausedSaved") : t("pausedUnsaved")}
        </p>
        {since && (
          <p className="text-muted text-sm tabular-nums">{t("pausedSince", { time: formatTime(since) })}</p>
        )}
      </section>
    </main>
  );
}
