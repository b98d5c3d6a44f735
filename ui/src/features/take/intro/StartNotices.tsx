import { Coffee } from "lucide-react";
import type { AgreedBreaks as AgreedBreaksBody } from "@/api/types";
import { clock } from "@/lib/format";
import type { Intro } from "../session/state";
import { t } from "../start-texts";
import { useSecondsLeft } from "../useTake";
import { BlockedNotice } from "./BlockedNotice";
import { ConsentBox } from "./ConsentBox";

/** The time that runs before the first question is shown. */
export function Running() {
  const left = useSecondsLeft();
  return (
    <p className="toned tone-amber rounded-control px-4 py-3 font-medium">
      <span role="status">{t("testRunning")}</span>
      {/* Unknown until the server has named the deadline. */}
      {Number.isFinite(left) && (
        <> {t.rich("timeLeftIs", { time: <span className="tabular-nums">{clock(left)}</span> })}</>
      )}
    </p>
  );
}

function AgreedBreaks({ breaks }: { breaks: AgreedBreaksBody | undefined }) {
  if (!breaks) return null;
  const { count, minutes, in_sum } = breaks;
  return (
    <p className="flex gap-3 text-ink-2 text-sm">
      <Coffee aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>{t("breaksAgreed", { count, minutes, sum: in_sum ? "yes" : "no" })}</span>
    </p>
  );
}

/** All that stands above the button of the start: why it would be refused, what to accept, that the test runs. */
export function StartNotices({ intro, started }: { intro: Intro; started: boolean }) {
  return (
    <>
      <BlockedNotice intro={intro} />
      {!started && <AgreedBreaks breaks={intro.invite.breaks} />}
      {started ? <Running /> : intro.consent && <ConsentBox consent={intro.consent} />}
    </>
  );
}
