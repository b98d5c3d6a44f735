import { useQuery } from "@tanstack/react-query";
import { queryOf } from "@/api/query";
import type { SessionChoice } from "@/api/types";
import { formatDateTime, plural } from "@/lib/format";
import { Field } from "@/ui/Field";
import { Select } from "@/ui/Select";

/** Exam sessions to which people can be invited. */
export function useSessionChoices(): SessionChoice[] {
  return useQuery(queryOf("/sessions/choices")).data ?? [];
}

const wordsOf = ({ title, starts_at, room }: SessionChoice) =>
  `${title}, ${formatDateTime(starts_at)} (${room === 0 ? "full" : `room for ${plural(room, "person", "people")}`})`;

/** The exam session that the people belong to. Hidden while no session is open. */
export function SessionField({ value, onChange }: { value: string; onChange(id: string): void }) {
  const choices = useSessionChoices();
  // A session that has ended since is said to be gone, and not left out in silence.
  const isGone = value !== "" && !choices.some(({ id }) => id === value);
  if (choices.length === 0 && !isGone) return null;
  return (
    <Field
      label="Exam session (optional)"
      hint="Place, check-in and common start come from the session."
      error={isGone ? "This session is no longer open. Choose another." : undefined}
    >
      <Select
        value={value}
        options={[
          { value: "", label: "None" },
          ...(isGone ? [{ value, label: "A session that is no longer open" }] : []),
          ...choices.map((choice) => ({ value: choice.id, label: wordsOf(choice) })),
        ]}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
