import { clock } from "@/lib/format";
import type { Intro } from "../session/state";
import { t } from "../start-texts";
import { useSecondsLeft } from "../useTake";
import { BlockedNotice } from "./BlockedNotice";
import { ConsentBox } from "./ConsentBox";

function Running() {
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

/** All that stands above the button of the start: why it would be refused, what to accept, that the test runs. */
export function StartNotices({ intro, started }: { intro: Intro; started: boolean }) {
  return (
    <>
      <BlockedNotice intro={intro} />
      {started ? (
        <Running />
      ) : (
        intro.consent && <ConsentBox key={intro.consent.hash} consent={intro.consent} />
      )}
    </>
  );
}
