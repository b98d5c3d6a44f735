import type { Test } from "@/api/types";
import { LanguageField } from "@/features/staff-shared/LanguageField";
import { ReadinessNotice } from "@/features/tests/readiness/ReadinessNotice";
import { agreedWords } from "@/lib/agreed";
import { dayOf, localDay, localInstant, openSlots } from "@/lib/days";
import { durationWords, formatDateTime, plural, viewerZone, zoneInWords } from "@/lib/format";
import { DayInput } from "@/ui/day/DayInput";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { RadioGroup } from "@/ui/RadioGroup";
import { Select } from "@/ui/Select";
import { AgreedFields } from "./AgreedFields";
import {
  EXTRA_MOST,
  extraMinutes,
  type InviteDraft,
  type InviteField,
  type InviteProblem,
  type Mode,
  toInvite,
  windowOf,
} from "./draft";
import { InstantFields } from "./InstantFields";
import { useNoMail } from "./NoMail";
import { SessionField, useSessionChoices } from "./SessionField";

interface StepProps {
  draft: InviteDraft;
  tests: Test[];
  problem: InviteProblem | null;
  onChange: (changes: Partial<InviteDraft>) => void;
}

/** Short text next to the field; the toast shows the full one. */
const HINTS: Record<InviteField, string> = {
  test: "Choose a test",
  name: "Enter a name",
  email: "Enter an email address",
  mode: "Choose one",
  day: "Choose a date",
  slot: "Choose a time in the future",
  extra: "Enter a whole number within the limit",
  extraUnit: "Choose one",
  opensDay: "Choose the day it opens",
  opensTime: "Choose a time",
  closesDay: "Choose a time after now and after it opens",
  closesTime: "Choose a time",
  language: "Choose one",
  session: "Choose one",
  breakCount: "1 to 20, with 1 to 480 minutes",
  breakMinutes: "1 to 480",
  breakSum: "Choose one",
  largerType: "Choose one",
  noCamera: "Choose one",
  helper: "One line of 200 characters at most",
};

const errorOf = (problem: InviteProblem | null, field: InviteField) =>
  problem?.fields.includes(field) ? HINTS[field] : undefined;

export function BasicStep({ draft, tests, problem, onChange, loading }: StepProps & { loading: boolean }) {
  return (
    <div className="space-y-4">
      <Field label="Test" error={errorOf(problem, "test")} required>
        <Select
          value={draft.test}
          disabled={loading}
          placeholder={loading ? "Loading tests..." : "Select a test"}
          onChange={(event) => onChange({ test: event.target.value })}
          options={tests.map((test) => ({
            value: test.id,
            label: `${test.title} (${plural(test.duration_minutes, "minute")})`,
          }))}
        />
      </Field>
      <Field label="Applicant name" error={errorOf(problem, "name")} required>
        <Input
          value={draft.name}
          autoComplete="off"
          placeholder="Enter applicant name"
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Field>
      <Field label="Applicant email" error={errorOf(problem, "email")} required>
        <Input
          type="email"
          value={draft.email}
          autoComplete="off"
          placeholder="Enter applicant email"
          onChange={(event) => onChange({ email: event.target.value })}
        />
      </Field>
    </div>
  );
}

const MODES: { value: Mode; label: string; hint: string }[] = [
  { value: "self", label: "Self-schedule", hint: "The candidate chooses a time from the link." },
  { value: "admin", label: "Admin-schedule", hint: "You set the date and time." },
  { value: "none", label: "No schedule", hint: "The test can be taken at any time while the link is valid." },
];

export function ScheduleStep({ draft, problem, onChange }: StepProps) {
  const slots = openSlots(draft.day || localDay());
  return (
    <div className="space-y-4">
      <RadioGroup
        label="Scheduling"
        options={MODES}
        value={draft.mode}
        onChange={(value) => onChange({ mode: MODES.find((m) => m.value === value)?.value ?? "self" })}
      />
      {draft.mode === "admin" && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Date" error={errorOf(problem, "day")} required>
            <DayInput
              min={new Date()}
              value={dayOf(draft.day)}
              onChange={(day) => onChange({ day: day ? localDay(day) : "" })}
            />
          </Field>
          <Field label="Time" error={errorOf(problem, "slot")} required>
            <Select
              value={slots.some((slot) => slot.value === draft.slot) ? draft.slot : ""}
              placeholder={slots.length === 0 ? "No time left on this day" : "Select a time"}
              onChange={(event) => onChange({ slot: event.target.value })}
              options={slots}
            />
          </Field>
          <p className="text-muted text-xs sm:col-span-2">
            Times shown in {zoneInWords()} ({viewerZone()}).
          </p>
        </div>
      )}
      <WindowFields draft={draft} problem={problem} onChange={onChange} />
      <div className="grid grid-cols-2 gap-4 border-line border-t pt-4">
        <Field label="Extra time (optional)" error={errorOf(problem, "extra")}>
          <Input
            type="number"
            inputMode="numeric"
            min={0}
            max={EXTRA_MOST[draft.extraUnit]}
            value={draft.extra}
            placeholder="0"
            onChange={(event) => onChange({ extra: event.target.value })}
          />
        </Field>
        <Field label="Unit">
          <Select
            value={draft.extraUnit}
            onChange={(event) =>
              onChange({ extraUnit: event.target.value === "percent" ? "percent" : "minutes" })
            }
            options={[
              { value: "minutes", label: "minutes" },
              { value: "percent", label: "% of the duration" },
            ]}
          />
        </Field>
        <p className="col-span-2 text-muted text-xs">
          Use this for an agreed accommodation. The candidate is told before the test.
        </p>
      </div>
      <AgreedFields draft={draft} error={errorOf(problem, "breakCount")} onChange={onChange} />
      <LanguageField
        label="Language (optional)"
        hint="Of the candidate's pages and emails."
        none="The test's language"
        value={draft.language}
        onChange={(language) => onChange({ language })}
      />
      <SessionField value={draft.session} onChange={(session) => onChange({ session })} />
    </div>
  );
}

/** When the test can be started, whatever the mode. */
function WindowFields({ draft, problem, onChange }: Omit<StepProps, "tests">) {
  return (
    <div className="space-y-3 border-line border-t pt-4">
      <InstantFields
        label="Opens"
        day={draft.opensDay}
        time={draft.opensTime}
        error={errorOf(problem, "opensDay")}
        onChange={({ day, time }) => onChange({ opensDay: day, opensTime: time })}
      />
      <InstantFields
        label="Closes"
        day={draft.closesDay}
        time={draft.closesTime}
        error={errorOf(problem, "closesDay")}
        onChange={({ day, time }) => onChange({ closesDay: day, closesTime: time })}
      />
      <p className="text-muted text-xs">
        Optional, in your time zone. The test can be started between these times; a running test is not cut
        off. Candidates who have not started are reminded once before it closes.
      </p>
    </div>
  );
}

function windowWords(draft: InviteDraft): string | undefined {
  const { opens, closes } = windowOf(draft);
  const words = [opens && `from ${formatDateTime(opens)}`, closes && `until ${formatDateTime(closes)}`];
  return words.filter(Boolean).join(" ") || undefined;
}

function scheduleWords(draft: InviteDraft): string {
  if (draft.mode === "self") return "The candidate chooses a time";
  if (draft.mode === "none") return "Any time while the link is valid";
  return `${formatDateTime(localInstant(draft.day, draft.slot))} (${viewerZone()})`;
}

export function ReviewStep({ draft, tests }: StepProps) {
  const noMail = useNoMail();
  const test = tests.find((t) => t.id === draft.test);
  const window = windowWords(draft);
  const session = useSessionChoices().find(({ id }) => id === draft.session);
  const facts = [
    ["Test", test?.title],
    ["Duration", test && durationWords(test.duration_minutes, extraMinutes(draft, test.duration_minutes))],
    ["Candidate", draft.name.trim()],
    ["Email", draft.email.trim()],
    ["Schedule", scheduleWords(draft)],
    ...(window ? [["Open", window]] : []),
    ...(session ? [["Session", session.title]] : []),
    ...agreedWords(toInvite(draft, viewerZone())).map((words) => ["Agreed", words]),
  ];
  return (
    <>
      <p className="text-ink-2">
        {noMail
          ? "The invitation gets a personal link. You are shown it, to pass it on."
          : "An email with a personal link is sent to this address."}
      </p>
      <dl className="mt-4 divide-y divide-line rounded-control border border-line">
        {facts.map(([name, value]) => (
          <div key={name} className="grid grid-cols-[6rem_1fr] gap-3 px-4 py-2.5">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 font-medium">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-4">
        <ReadinessNotice test={test?.id ?? ""} />
      </div>
    </>
  );
}
