import { Flag } from "lucide-react";
import { useState } from "react";
import type { ResultDetail } from "@/api/types";
import { useRights } from "@/lib/rights";
import { FlagDialog } from "@/ui/attempt/FlagDialog";
import { MonitoredBar } from "@/ui/attempt/MonitoredBar";
import { Shot } from "@/ui/attempt/Shot";
import { TimelineList } from "@/ui/attempt/TimelineList";
import { Button } from "@/ui/Button";
import { t } from "./texts";

/** Record of the attempt: monitoring, integrity signals and proctor actions. */
export function AttemptRecord({ detail }: { detail: ResultDetail }) {
  const [flagging, setFlagging] = useState(false);
  const { timeline, submission_id, test_id, started_at, submitted_at } = detail;
  const { may } = useRights();
  const shots = timeline.entries.filter((entry) => entry.screenshot_id);
  return (
    <section aria-labelledby="timeline-title" className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="timeline-title" className="font-semibold text-base">
          {t("timeline")}
        </h3>
        {may("intervene", test_id) && (
          <Button variant="secondary" size="sm" icon={Flag} onClick={() => setFlagging(true)}>
            {t("flagIssue")}
          </Button>
        )}
      </div>
      <MonitoredBar timeline={timeline} startedAt={started_at} endedAt={submitted_at} />
      {shots.length > 0 && may("watch", test_id) && (
        <div>
          <h4 className="mb-2 font-medium text-sm">{t("screenshots")}</h4>
          <ul className="grid grid-cols-3 gap-2 sm:grid-cols-5">
            {shots.map((entry) => (
              <li key={entry.screenshot_id}>
                {entry.screenshot_id && (
                  <Shot
                    attemptId={submission_id}
                    shotId={entry.screenshot_id}
                    takenAt={entry.at}
                    takenBy={entry.by}
                  />
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div>
        <p className="mb-2 text-muted text-sm">{t("harmless")}</p>
        <TimelineList
          entries={timeline.entries}
          attemptId={submission_id}
          notKept={detail.signals_not_kept + timeline.entries_not_kept}
          pictures={false}
        />
      </div>
      {flagging && (
        <FlagDialog
          kind="issue"
          who={<bdi>{detail.applicant_name}</bdi>}
          attemptId={submission_id}
          onClose={() => setFlagging(false)}
        />
      )}
    </section>
  );
}
