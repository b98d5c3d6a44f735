import { CalendarDays, Clock, DoorOpen, ListChecks, Mail, Shapes, User } from "lucide-react";
import type { InviteData } from "@/api/types";
import { durationWords, plural, QUESTION_TYPE_LABELS } from "@/lib/format";
import { CompanyWords } from "@/ui/Brand";
import { Button } from "@/ui/Button";
import { Description } from "@/ui/rich-text/Description";
import { Facts } from "./Facts";
import { access, choosesTime } from "./invite-state";
import { longInstant } from "./labels";
import { TestLink } from "./TestLink";

const NOTES = [
  "Use a stable internet connection",
  "Video monitoring is on during the test",
  "Complete the test in one session",
  "Have your ID ready",
];

interface DetailsProps {
  data: InviteData;
  onSchedule(): void;
}

/** Details of the test and the invite (docs/behaviour/invites.md#invites). */
export function DetailsView({ data, onSchedule }: DetailsProps) {
  const { invite, test, company } = data;
  const opens = invite.no_schedule ? invite.opens_at : invite.slots_from;
  const facts = [
    { icon: <User />, label: "Candidate", value: invite.applicant_name, short: true },
    { icon: <Mail />, label: "Email", value: invite.applicant_email, short: true },
    { icon: <ListChecks />, label: "Questions", value: plural(test.question_count, "question"), short: true },
    {
      icon: <Clock />,
      label: "Duration",
      value: durationWords(test.duration_minutes, invite.extra_minutes),
      short: true,
    },
    {
      icon: <Shapes />,
      label: "Question types",
      value: test.question_types.map((type) => QUESTION_TYPE_LABELS[type]).join(", "),
    },
    ...(opens && new Date(opens) > new Date()
      ? [{ icon: <DoorOpen />, label: "Opens", value: longInstant(opens) }]
      : []),
    { icon: <CalendarDays />, label: "Open until", value: longInstant(invite.closes_at) },
  ];
  return (
    <div className="space-y-6 p-6">
      <header>
        <h1 dir="auto" className="font-semibold text-ink text-xl">
          {test.title}
        </h1>
        {test.description && <Description test={test} className="mt-2 text-ink-2" />}
        <CompanyWords company={company} />
      </header>
      <Facts facts={facts} />
      <section aria-labelledby="notes" className="rounded-control bg-subtle px-4 py-3">
        <h2 id="notes" className="font-semibold text-sm">
          Important notes
        </h2>
        <ul className="mt-2 list-disc space-y-1 pl-5 text-ink-2">
          {NOTES.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </section>
      {choosesTime(invite) && access(invite, new Date()).state === "unscheduled" ? (
        <Button
          className="w-full"
          icon={<CalendarDays aria-hidden="true" className="size-4" />}
          onClick={onSchedule}
        >
          Schedule Test
        </Button>
      ) : (
        <TestLink data={data} />
      )}
    </div>
  );
}
