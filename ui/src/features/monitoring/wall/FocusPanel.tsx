import { Maximize2, X } from "lucide-react";
import { useRef } from "react";
import type { Monitored } from "@/api/types";
import { formatDateTime } from "@/lib/format";
import { OVER, troubleOf } from "@/lib/trouble";
import { ButtonLink, IconButton } from "@/ui/Button";
import { Person } from "@/ui/Person";
import { Actions } from "../actions/Actions";
import { ResumeNotice } from "../actions/ResumeNotice";
import type { Source } from "../actions/screenshot";
import { subjectOf } from "../actions/subject";
import { cameraWords, connectionWords, microphoneWords, questionWords, savedWords } from "../labels";
import { SeenButton } from "../SeenButton";
import { agreedFacts, FactList } from "../TestFacts";
import { TimeLeft } from "../TimeLeft";
import { t } from "../texts";
import type { Link } from "../video/link";
import { Sound } from "../video/Sound";
import { Stage } from "../video/Stage";

interface Props {
  row: Monitored;
  stream: MediaStream | null;
  audio: MediaStream | null;
  link: Link;
  now: number;
  onLeave: () => void;
}

/** The focused candidate of the wall: large, audible, with all actions. */
export function FocusPanel({ row, stream, audio, link, now, onLeave }: Props) {
  const source = useRef<Source>(null);
  const subject = subjectOf(row);
  const trouble = troubleOf(row, now);
  return (
    <section
      aria-label={t("focus", { name: row.applicant_name })}
      className="flex min-h-0 flex-col overflow-y-auto border-line bg-surface max-lg:fixed max-lg:inset-0 max-lg:z-30 lg:rounded-card lg:border"
    >
      <div className="flex items-center justify-between gap-3 px-4 py-2.5">
        <Person name={row.applicant_name} email={row.applicant_email} />
        <IconButton label={t("backToWall")} onClick={onLeave}>
          <X aria-hidden="true" className="size-4" />
        </IconButton>
      </div>
      <Stage
        name={row.applicant_name}
        attemptId={row.attempt_id}
        row={row}
        link={link}
        stream={stream}
        source={source}
      />
      {subject && row.resume_requested_at && (
        <ResumeNotice subject={subject} askedAt={row.resume_requested_at} />
      )}
      {trouble?.rank === OVER && (
        <p className="toned tone-red px-4 py-2.5 font-medium text-sm">{trouble.words}</p>
      )}
      <div className="space-y-4 p-4">
        <div className="flex flex-wrap gap-2">
          <SeenButton row={row} now={now} />
          <Sound stream={audio} />
          <ButtonLink variant="secondary" size="sm" to={`/monitor/${row.invite_id}`} icon={Maximize2}>
            {t("openMonitor")}
          </ButtonLink>
        </div>
        <FactList
          facts={[
            [t("test"), row.test_title],
            [t("progress"), questionWords(row)],
            [t("answered"), t("countOf", { count: row.answered_count, total: row.question_count })],
            [t("lastSave"), savedWords(row, now)],
            [
              t("timeLeft"),
              row.deadline ? (
                <TimeLeft key="left" deadline={row.deadline} paused={subject?.paused} row={row} now={now} />
              ) : (
                t("notStarted")
              ),
            ],
            ...agreedFacts(row),
            [t("startedLabel"), formatDateTime(row.started_at)],
            [t("connection"), connectionWords(row, now)],
            [t("camera"), cameraWords(row)],
            [t("microphone"), microphoneWords(row)],
            [t("signals"), String(row.signal_count)],
            [t("flags"), String(row.flag_count)],
          ]}
        />
        {subject && (
          <Actions key={subject.attemptId} subject={subject} flag="incident" source={() => source.current} />
        )}
      </div>
    </section>
  );
}
