import type { ReactNode } from "react";
import type { Invite, Monitored } from "@/api/types";
import { agreedWords } from "@/lib/agreed";
import { durationWords, formatDateTime } from "@/lib/format";
import { languageName } from "@/lib/timeline";
import { cameraWords, connectionWords, microphoneWords, questionWords, savedWords } from "./labels";
import { t } from "./texts";
import { useServerNow } from "./useMonitorable";

/** Definition list of labels and values. */
export function FactList({ facts }: { facts: [string, ReactNode][] }) {
  return (
    <dl className="grid grid-cols-[7rem_1fr] gap-x-4 gap-y-2 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 tabular-nums">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What was agreed with the candidate, if anything was. */
export function agreedFacts(row: Monitored | undefined): [string, ReactNode][] {
  const words = agreedWords(row?.agreed);
  return words.length > 0 ? [[t("agreed"), words.join(". ")]] : [];
}

interface Props {
  invite: Invite;
  row: Monitored | undefined;
  /** Additional rows at the end. */
  more?: [string, ReactNode][];
}

/** Test, progress and deadline. */
export function TestFacts({ invite, row, more = [] }: Props) {
  const now = useServerNow();
  const facts: [string, ReactNode][] = [[t("test"), invite.test_title]];
  if (row?.ready) {
    facts.push([t("progress"), questionWords(row)]);
    if (row.question)
      facts.push([t("answered"), t("countOf", { count: row.answered_count, total: row.question_count })]);
    facts.push([t("lastSave"), savedWords(row, now)]);
  }
  // Not shown to those who watch and do not invite.
  if (invite.test.duration_minutes > 0)
    facts.push([t("duration"), durationWords(invite.test.duration_minutes, invite.extra_minutes)]);
  if (invite.scheduled_date) facts.push([t("scheduled"), formatDateTime(invite.scheduled_date)]);
  facts.push(
    [t("startedLabel"), formatDateTime(invite.started_at) || t("notStarted")],
    [t("ends"), formatDateTime(invite.deadline) || t("whenStarted")],
  );
  facts.push(...agreedFacts(row));
  if (row?.ready) {
    if (row.language) facts.push([t("pageLanguage"), languageName(row.language)]);
    facts.push(
      [t("connection"), connectionWords(row, now)],
      [t("camera"), cameraWords(row)],
      [t("microphone"), microphoneWords(row)],
    );
    facts.push([t("signals"), `${row.signal_count}`], [t("flags"), `${row.flag_count}`]);
  }
  return <FactList facts={[...facts, ...more]} />;
}
