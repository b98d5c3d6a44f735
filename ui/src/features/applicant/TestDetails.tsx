import type { ReactNode } from "react";
import type { MyInvite, MySubmission } from "@/api/types";
import { formatDateTime, kindLabel, minuteCount, questionCount, zoneInWords } from "@/lib/format";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Description } from "@/ui/rich-text/Description";
import { TestTitle } from "@/ui/TestTitle";
import { ReviewBadge } from "./CompletedCard";
import { durationOf, statusLabel, testOf } from "./labels";
import { t } from "./texts";

export interface Details {
  invite: MyInvite;
  submission?: MySubmission | undefined;
}

function rowsOf({ invite, submission }: Details): [string, ReactNode][] {
  const { test } = invite;
  const label = statusLabel(invite);
  const state =
    invite.status === "completed" ? (
      <ReviewBadge submission={submission} />
    ) : (
      <Badge tone={label.tone}>{label.text}</Badge>
    );
  const rows: [string, ReactNode | undefined][] = [
    [t("status"), state],
    [t("duration"), minuteCount(durationOf(invite))],
    [t("questions"), test && questionCount(test.question_count)],
    [t("questionTypes"), test?.question_types.map((type) => kindLabel(type)).join(", ")],
    [t("invited"), formatDateTime(invite.created_at)],
    [
      t("scheduledFor"),
      invite.scheduled_date &&
        t("dateInZone", { date: formatDateTime(invite.scheduled_date), zone: zoneInWords() }),
    ],
    [t("openUntil"), invite.status === "completed" ? undefined : formatDateTime(invite.closes_at)],
    [t("started"), submission && formatDateTime(submission.started_at)],
    [t("submitted"), submission && formatDateTime(submission.submitted_at)],
  ];
  return rows.filter((row): row is [string, ReactNode] => Boolean(row[1]));
}

interface TestDetailsProps {
  details: Details | null;
  onClose(): void;
}

export function TestDetails({ details, onClose }: TestDetailsProps) {
  return (
    <Dialog
      open={details !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t("testDetails")}
      size="sm"
      footer={
        <Button variant="secondary" onClick={onClose}>
          {t("close")}
        </Button>
      }
    >
      {details && (
        <div className="space-y-4">
          <div>
            <h3 dir="auto" className="text-match font-semibold text-base">
              <TestTitle test={testOf(details.invite)} />
            </h3>
            {details.invite.test?.description && (
              <Description test={details.invite.test} className="mt-1 text-start text-ink-2" />
            )}
          </div>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
            {rowsOf(details).map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="text-muted">{name}</dt>
                <dd className="font-medium">{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </Dialog>
  );
}
