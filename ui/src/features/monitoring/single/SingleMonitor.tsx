import { CircleStop, Play } from "lucide-react";
import { useRef, useState } from "react";
import type { Invite, Monitored } from "@/api/types";
import { MonitoredBar } from "@/ui/attempt/MonitoredBar";
import { TimelineList } from "@/ui/attempt/TimelineList";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Person } from "@/ui/Person";
import { QueryError } from "@/ui/QueryError";
import { Skeleton } from "@/ui/Skeleton";
import { Actions } from "../actions/Actions";
import { ResumeNotice } from "../actions/ResumeNotice";
import type { Source } from "../actions/screenshot";
import { subjectOfInvite } from "../actions/subject";
import { SeenButton } from "../SeenButton";
import { TestFacts } from "../TestFacts";
import { TimeLeft } from "../TimeLeft";
import { t } from "../texts";
import { useServerNow, useTimeline } from "../useMonitorable";
import { IDLE } from "../video/link";
import { Sound } from "../video/Sound";
import { Stage } from "../video/Stage";
import { useViewer } from "../video/useViewer";
import { Messages } from "./Messages";
import { OwnVideo } from "./OwnVideo";
import { ConnectionStatus, TestStatus } from "./Status";
import { qualityWords, useQuality } from "./useQuality";

function Timeline({ attemptId, startedAt }: { attemptId: string; startedAt: string | undefined }) {
  const { data, error, refetch, isFetching } = useTimeline(attemptId);
  const now = useServerNow();
  if (error && !data)
    return <QueryError title={t("timelineNotLoaded")} {...{ error, refetch, isFetching }} />;
  if (!data) return <Skeleton className="h-40" />;
  return (
    <div className="space-y-4">
      {startedAt && (
        <MonitoredBar timeline={data} startedAt={startedAt} endedAt={new Date(now).toISOString()} />
      )}
      <TimelineList
        entries={data.entries}
        attemptId={attemptId}
        notKept={data.entries_not_kept}
        newestFirst
      />
    </div>
  );
}

interface Props {
  invite: Invite;
  row: Monitored | undefined;
}

/** Monitor of one running test: two-way audio and video, timeline and actions. */
export function SingleMonitor({ invite, row }: Props) {
  const [watching, setWatching] = useState(true);
  const source = useRef<Source>(null);
  const live = row?.video.state === "live" && row.video.via !== "stills";
  const { link, stream, viewer } = useViewer(watching ? invite.id : null, live);
  const quality = useQuality(viewer);
  const stills = watching && row?.video.state === "live" && row.video.via === "stills";
  const subject = subjectOfInvite(invite, row);
  const now = useServerNow();
  const paused = { ...IDLE, words: t("stopped") };
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr]">
      <section
        aria-label={t("video")}
        className="min-w-0 overflow-hidden rounded-card border border-line bg-surface"
      >
        <div className="flex flex-wrap items-center justify-between gap-3 px-5 py-3">
          <Person name={invite.applicant_name} email={invite.applicant_email} />
          <div className="flex flex-wrap items-center gap-2">
            <ConnectionStatus phase={link.phase} off={link.off} />
            <TestStatus running />
            <Button
              variant="secondary"
              size="sm"
              // The earlier label, which also distinguishes it from 'End test'.
              aria-label={watching ? t("stopWatchingFull") : t("watchAgainFull")}
              icon={watching ? CircleStop : Play}
              onClick={() => setWatching(!watching)}
            >
              {watching ? t("stopWatching") : t("watchAgain")}
            </Button>
          </div>
        </div>
        <Stage
          name={invite.applicant_name}
          attemptId={invite.attempt_id}
          row={watching ? row : undefined}
          link={watching ? link : paused}
          stream={stream}
          source={source}
        />
        {subject && invite.resume_requested_at && (
          <ResumeNotice subject={subject} askedAt={invite.resume_requested_at} />
        )}
        <div className="flex flex-wrap items-center justify-between gap-x-4 border-line border-t">
          <OwnVideo viewer={viewer} connected={link.phase === "connected"} />
          <div className="px-5 pb-4 sm:py-4">
            <Sound stream={stream} />
          </div>
        </div>
      </section>
      <div className="min-w-0 space-y-5 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        {subject && (
          <Card title={t("actions")}>
            <div className="space-y-2">
              {row && <SeenButton row={row} now={now} />}
              <Actions subject={subject} flag="incident" source={() => source.current} />
            </div>
          </Card>
        )}
        <Card
          title={t("sessionDetails")}
          actions={
            invite.deadline && (
              <span className="text-lg">
                <TimeLeft deadline={invite.deadline} paused={subject?.paused} now={now} />
              </span>
            )
          }
        >
          <TestFacts invite={invite} row={row} more={[[t("video"), qualityWords(quality, stills)]]} />
        </Card>
        {invite.attempt_id && (
          <Card title={t("messages")}>
            <Messages attemptId={invite.attempt_id} />
          </Card>
        )}
      </div>
      {invite.attempt_id && (
        <Card title={t("timeline")} className="min-w-0 lg:col-start-1">
          <Timeline attemptId={invite.attempt_id} startedAt={invite.started_at} />
        </Card>
      )}
    </div>
  );
}
