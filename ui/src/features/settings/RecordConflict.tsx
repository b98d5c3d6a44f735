import type { KeptRecord } from "@/lib/kept/useKeptRecord";
import { changedByOther } from "@/ui/changed";
import { changedFields } from "./conflicts";
import { SettingsConflict } from "./SettingsConflict";
import { shownValue } from "./useSettingsConflict";

interface Props<Stored extends { version: number } | undefined, Values extends object> {
  form: KeptRecord<Stored, Values>;
  /** Why it was refused. */
  error: unknown;
  what: string;
  /** The fields that are compared, in their order. */
  labels: Record<string, string>;
  shown?: (value: unknown, name: string) => string;
  onKeep?: (theirs: NonNullable<Stored>) => unknown;
}

/** Both versions of a record, once another administrator was faster. */
export function RecordConflict<Stored extends { version: number } | undefined, Values extends object>({
  form,
  error,
  what,
  labels,
  shown = shownValue,
  onKeep = form.keepMine,
}: Props<Stored, Values>) {
  const { theirs, clash } = form;
  if (!theirs || !clash) return null;
  return (
    <SettingsConflict
      by={changedByOther(error)?.by ?? ""}
      what={what}
      rows={changedFields(Object.keys(labels) as (keyof Values & string)[], clash, shown)}
      labels={labels}
      onTake={() => form.takeTheirs(theirs)}
      onKeep={() => onKeep(theirs)}
    />
  );
}
