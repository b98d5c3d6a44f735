import { Maximize2 } from "lucide-react";
import { useRef } from "react";
import type { Invite, Monitored } from "@/api/types";
import { ButtonLink } from "@/ui/Button";
import { Person } from "@/ui/Person";
import { Actions } from "./actions/Actions";
import { ResumeNotice } from "./actions/ResumeNotice";
import type { Source } from "./actions/screenshot";
import { subjectOfInvite } from "./actions/subject";
import { SeenButton } from "./SeenButton";
import { TestFacts } from "./TestFacts";
import { TimeLeft } from "./TimeLeft";
import { t } from "./texts";
import { isReady, useServerNow } from "./useMonitorable";
import { Sound } from "./video/Sound";
import { Stage } from "./video/Stage";
import { useViewer } from "./video/useViewer";

/** The chosen candidate: video, progress and available actions. */
export function InvitePane({ invite, row }: { invite: Invite; row: Monitored | undefined }) {
  const live = row?.video.state === "live" && row.video.via !== "stills";
  const { link, stream } = useViewer(invite.id, live);
  const source = useRef<Source>(null);
  const subject = subjectOfInvite(invite, row);
  const now = useServerNow();
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      <Stage
        name={invite.applicant_name}
        attemptId={invite.attempt_id}
        row={row}
        link={link}
        stream={stream}
        source={source}
      />
      {subject && invite.resume_requested_at && (
        <ResumeNotice subject={subject} askedAt={invite.resume_requested_at} />
      )}
      <div className="flex flex-wrap items-center justify-between gap-3 border-line border-b px-5 py-4">
        <Person name={invite.applicant_name} email={invite.applicant_email} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {isReady(invite) && invite.deadline && (
            <p className="text-sm">
              <span className="me-2 text-muted">{t("timeLeft")}</span>
              <TimeLeft deadline={invite.deadline} paused={subject?.paused} row={row} now={now} />
            </p>
          )}
        </div>
      </div>
      <div className="px-5 py-4">
        <TestFacts invite={invite} row={row} />
      </div>
      {subject && (
        <div className="space-y-3 border-line border-t px-5 py-4">
          <div className="flex flex-wrap gap-2">
            {row && <SeenButton row={row} now={now} />}
            <Sound stream={stream} />
            <ButtonLink variant="secondary" size="sm" to={`/monitor/${invite.id}`} icon={Maximize2}>
              {t("openMonitor")}
            </ButtonLink>
          </div>
          <Actions subject={subject} flag="issue" source={() => source.current} />
        </div>
      )}
    </div>
  );
}
