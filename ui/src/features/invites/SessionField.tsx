import { useQuery } from "@tanstack/react-query";
import { queryOf } from "@/api/query";
import type { SessionChoice } from "@/api/types";
import { formatDateTime } from "@/lib/format";
import { Field } from "@/ui/Field";
import { Select } from "@/ui/Select";
import { t } from "./form-texts";

/** Exam sessions to which people can be invited. */
export function useSessionChoices(): SessionChoice[] {
  return useQuery(queryOf("/sessions/choices")).data ?? [];
}

function wordsOf({ title, starts_at, room }: SessionChoice): string {
  const when = formatDateTime(starts_at);
  return room === 0 ? t("sessionFull", { title, when }) : t("sessionRoom", { title, when, count: room });
}

/** The exam session that the people belong to. Hidden while no session is open. */
export function SessionField({ value, onChange }: { value: string; onChange(id: string): void }) {
  const choices = useSessionChoices();
  // A session that has ended since is said to be gone, and not left out in silence.
  const isGone = value !== "" && !choices.some(({ id }) => id === value);
  if (choices.length === 0 && !isGone) return null;
  return (
    <Field label={t("examSession")} hint={t("examSessionHint")} error={isGone ? t("sessionGone") : undefined}>
      <Select
        value={value}
        options={[
          { value: "", label: t("noSession") },
          ...(isGone ? [{ value, label: t("goneSession") }] : []),
          ...choices.map((choice) => ({ value: choice.id, label: wordsOf(choice) })),
        ]}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
