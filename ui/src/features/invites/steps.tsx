import type { Test } from "@/api/types";
import { LanguageField } from "@/features/staff-shared/LanguageField";
import { ReadinessNotice } from "@/features/tests/readiness/ReadinessNotice";
import type { inviteForms } from "@/i18n/staff/en/invite-forms";
import type { PlainKey } from "@/i18n/typed";
import { agreedWords } from "@/lib/agreed";
import { dayOf, localDay, localInstant, openSlots } from "@/lib/days";
import { durationWords, formatDateTime, minuteCount, viewerZone, zoneInWords } from "@/lib/format";
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
import { t } from "./form-texts";
import { InstantFields } from "./InstantFields";
import { useNoMail } from "./NoMail";
import { SessionField, useSessionChoices } from "./SessionField";
import { boundWords } from "./window";

interface StepProps {
  draft: InviteDraft;
  tests: Test[];
  problem: InviteProblem | null;
  onChange: (changes: Partial<InviteDraft>) => void;
}

/** Short text next to the field; the toast shows the full one. */
const HINTS: Record<InviteField, PlainKey<typeof inviteForms>> = {
  test: "chooseTest",
  name: "enterName",
  email: "enterEmail",
  mode: "chooseOne",
  day: "chooseDate",
  slot: "chooseFuture",
  extra: "wholeNumber",
  extraUnit: "chooseOne",
  opensDay: "chooseOpens",
  opensTime: "chooseTime",
  closesDay: "chooseCloses",
  closesTime: "chooseTime",
  language: "chooseOne",
  session: "chooseOne",
  breakCount: "breakBounds",
  breakMinutes: "minuteBounds",
  breakSum: "chooseOne",
  largerType: "chooseOne",
  noCamera: "chooseOne",
  helper: "oneLine",
};

const errorOf = (problem: InviteProblem | null, field: InviteField) =>
  problem?.fields.includes(field) ? t(HINTS[field]) : undefined;

type TestProps = StepProps & { loading: boolean };

export function TestField({ draft, tests, problem, onChange, loading }: TestProps) {
  return (
    <Field label={t("test")} error={errorOf(problem, "test")} required>
      <Select
        value={draft.test}
        disabled={loading}
        placeholder={loading ? t("loadingTests") : t("selectTest")}
        onChange={(event) => onChange({ test: event.target.value })}
        options={tests.map((test) => ({
          value: test.id,
          label: `${test.title} (${minuteCount(test.duration_minutes)})`,
        }))}
      />
    </Field>
  );
}

export function BasicStep({ draft, tests, problem, onChange, loading }: TestProps) {
  return (
    <div className="space-y-4">
      <TestField {...{ draft, tests, problem, onChange, loading }} />
      <Field label={t("applicantName")} error={errorOf(problem, "name")} required>
        <Input
          value={draft.name}
          autoComplete="off"
          placeholder={t("enterApplicantName")}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Field>
      <Field label={t("applicantEmail")} error={errorOf(problem, "email")} required>
        <Input
          type="email"
          value={draft.email}
          autoComplete="off"
          placeholder={t("enterApplicantEmail")}
          onChange={(event) => onChange({ email: event.target.value })}
        />
      </Field>
    </div>
  );
}

const modes = (): { value: Mode; label: string; hint: string }[] => [
  { value: "self", label: t("self"), hint: t("selfHint") },
  { value: "admin", label: t("admin"), hint: t("adminHint") },
  { value: "none", label: t("none"), hint: t("noneHint") },
];

export function ScheduleStep({ draft, problem, onChange }: StepProps) {
  const slots = openSlots(draft.day || localDay());
  return (
    <div className="space-y-4">
      <RadioGroup
        label={t("scheduling")}
        options={modes()}
        value={draft.mode}
        onChange={(value) => onChange({ mode: modes().find((m) => m.value === value)?.value ?? "self" })}
      />
      {draft.mode === "admin" && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t("date")} error={errorOf(problem, "day")} required>
            <DayInput
              min={new Date()}
              value={dayOf(draft.day)}
              onChange={(day) => onChange({ day: day ? localDay(day) : "" })}
            />
          </Field>
          <Field label={t("time")} error={errorOf(problem, "slot")} required>
            <Select
              value={slots.some((slot) => slot.value === draft.slot) ? draft.slot : ""}
              placeholder={slots.length === 0 ? t("noTimeLeft") : t("selectTime")}
              onChange={(event) => onChange({ slot: event.target.value })}
              options={slots}
            />
          </Field>
          <p className="text-muted text-xs sm:col-span-2">
            {t("timesIn", { words: zoneInWords(), zone: viewerZone() })}
          </p>
        </div>
      )}
      <WindowFields draft={draft} problem={problem} onChange={onChange} />
      <div className="grid grid-cols-2 gap-4 border-line border-t pt-4">
        <Field label={t("extraTime")} error={errorOf(problem, "extra")}>
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
        <Field label={t("unit")}>
          <Select
            value={draft.extraUnit}
            onChange={(event) =>
              onChange({ extraUnit: event.target.value === "percent" ? "percent" : "minutes" })
            }
            options={[
              { value: "minutes", label: t("minutes") },
              { value: "percent", label: t("percentOfDuration") },
            ]}
          />
        </Field>
        <p className="col-span-2 text-muted text-xs">{t("accommodationHint")}</p>
      </div>
      <AgreedFields draft={draft} error={errorOf(problem, "breakCount")} onChange={onChange} />
      <LanguageField
        label={t("language")}
        hint={t("languageHint")}
        none={t("testsLanguage")}
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
        bound="opens"
        day={draft.opensDay}
        time={draft.opensTime}
        error={errorOf(problem, "opensDay")}
        onChange={({ day, time }) => onChange({ opensDay: day, opensTime: time })}
      />
      <InstantFields
        bound="closes"
        day={draft.closesDay}
        time={draft.closesTime}
        error={errorOf(problem, "closesDay")}
        onChange={({ day, time }) => onChange({ closesDay: day, closesTime: time })}
      />
      <p className="text-muted text-xs">{t("windowHint")}</p>
    </div>
  );
}

function windowWords(draft: InviteDraft): string | undefined {
  const { opens, closes } = windowOf(draft);
  return boundWords(opens, closes);
}

function scheduleWords(draft: InviteDraft): string {
  if (draft.mode === "self") return t("candidateChooses");
  if (draft.mode === "none") return t("anyTime");
  return `${formatDateTime(localInstant(draft.day, draft.slot))} (${viewerZone()})`;
}

export function ReviewStep({ draft, tests }: StepProps) {
  const noMail = useNoMail();
  const test = tests.find(({ id }) => id === draft.test);
  const window = windowWords(draft);
  const session = useSessionChoices().find(({ id }) => id === draft.session);
  const facts = [
    [t("test"), test?.title],
    [t("duration"), test && durationWords(test.duration_minutes, extraMinutes(draft, test.duration_minutes))],
    [t("candidate"), draft.name.trim()],
    [t("email"), draft.email.trim()],
    [t("schedule"), scheduleWords(draft)],
    ...(window ? [[t("open"), window]] : []),
    ...(session ? [[t("session"), session.title]] : []),
    ...agreedWords(toInvite(draft, viewerZone())).map((words) => [t("agreed"), words]),
  ];
  return (
    <>
      <p className="text-ink-2">{noMail ? t("linkShown") : t("emailGoes")}</p>
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
