import type { ReactNode } from "react";
import type { Invite, Monitored } from "@/api/types";
import { agreedWords } from "@/lib/agreed";
import { durationWords, formatDateTime } from "@/lib/format";
import { cameraWords, connectionWords, microphoneWords, questionWords, savedWords } from "./labels";
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
  return words.length > 0 ? [["Agreed", words.join(". ")]] : [];
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
  const facts: [string, ReactNode][] = [["Test", invite.test_title]];
  if (row?.ready) {
    facts.push(["Progress", questionWords(row)]);
    if (row.question) facts.push(["Answered", `${row.answered_count} of ${row.question_count}`]);
    facts.push(["Last save", savedWords(row, now)]);
  }
  // Not told to those who watch and do not invite.
  if (invite.test.duration_minutes > 0)
    facts.push(["Duration", durationWords(invite.test.duration_minutes, invite.extra_minutes)]);
  if (invite.scheduled_date) facts.push(["Scheduled", formatDateTime(invite.scheduled_date)]);
  facts.push(
    ["Started", formatDateTime(invite.started_at) || "Not started"],
    ["Ends", formatDateTime(invite.deadline) || "When it has started, after its duration"],
  );
  facts.push(...agreedFacts(row));
  if (row?.ready) {
    facts.push(
      ["Connection", connectionWords(row, now)],
      ["Camera", cameraWords(row)],
      ["Microphone", microphoneWords(row)],
    );
    facts.push(["Signals", `${row.signal_count}`], ["Flags", `${row.flag_count}`]);
  }
  return <FactList facts={[...facts, ...more]} />;
}
