import { CalendarDays, Clock, DoorOpen, ListChecks, Mail, Shapes, User } from "lucide-react";
import type { InviteData } from "@/api/types";
import { durationWords, formatList, kindLabel, questionCount } from "@/lib/format";
import { CompanyWords } from "@/ui/Brand";
import { Button } from "@/ui/Button";
import { Description } from "@/ui/rich-text/Description";
import { TestTitle } from "@/ui/TestTitle";
import { Facts } from "./Facts";
import { access, choosesTime } from "./invite-state";
import { longInstant } from "./labels";
import { TestLink } from "./TestLink";
import { t } from "./texts";
import { useNow } from "./useNow";

const NOTES = ["stableConnection", "monitoringOn", "oneSession", "idReady"] as const;

interface DetailsProps {
  data: InviteData;
  onSchedule(): void;
}

/** Details of the test and the invite (docs/behaviour/invites.md#invites). */
export function DetailsView({ data, onSchedule }: DetailsProps) {
  const { invite, test, company } = data;
  const now = useNow(data);
  const opens = invite.no_schedule ? invite.opens_at : invite.slots_from;
  const facts = [
    { icon: <User />, label: t("candidate"), value: invite.applicant_name, short: true },
    { icon: <Mail />, label: t("email"), value: invite.applicant_email, short: true },
    { icon: <ListChecks />, label: t("questions"), value: questionCount(test.question_count), short: true },
    {
      icon: <Clock />,
      label: t("duration"),
      value: durationWords(test.duration_minutes, invite.extra_minutes),
      short: true,
    },
    {
      icon: <Shapes />,
      label: t("questionTypes"),
      value: formatList(test.question_types.map((type) => kindLabel(type))),
    },
    ...(opens && new Date(opens) > now
      ? [{ icon: <DoorOpen />, label: t("opens"), value: longInstant(opens) }]
      : []),
    { icon: <CalendarDays />, label: t("openUntil"), value: longInstant(invite.closes_at) },
  ];
  return (
    <div className="space-y-6 p-6">
      <header>
        <h1 dir="auto" className="text-match font-semibold text-ink text-xl">
          <TestTitle test={test} />
        </h1>
        {test.description && <Description test={test} className="mt-2 text-ink-2" />}
        <CompanyWords company={company} />
      </header>
      <Facts facts={facts} />
      <section aria-labelledby="notes" className="rounded-control bg-subtle px-4 py-3">
        <h2 id="notes" className="font-semibold text-sm">
          {t("importantNotes")}
        </h2>
        <ul className="mt-2 list-disc space-y-1 ps-5 text-ink-2">
          {NOTES.map((note) => (
            <li key={note}>{t(note)}</li>
          ))}
        </ul>
      </section>
      {choosesTime(invite) && access(invite, now).state === "unscheduled" ? (
        <Button
          className="w-full"
          icon={<CalendarDays aria-hidden="true" className="size-4" />}
          onClick={onSchedule}
        >
          {t("scheduleTest")}
        </Button>
      ) : (
        <TestLink data={data} />
      )}
    </div>
  );
}
