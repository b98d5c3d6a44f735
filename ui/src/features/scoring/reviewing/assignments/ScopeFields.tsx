import { Trash2 } from "lucide-react";
import { useId } from "react";
import type { Assignments } from "@/api/types";
import { roleLabel } from "@/lib/home";
import { Button, IconButton } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { Select } from "@/ui/Select";
import { t } from "../texts";
import { type Member, NO_PART, percentOf, type Scope, SHARE_MAX, scopeProblem, splitAmong } from "./draft";

const parts = () => [
  { value: "none", label: t("notAssigned") },
  { value: "first", label: t("scores") },
  { value: "second", label: t("secondMarker") },
];

interface Props {
  label: string;
  scope: Scope;
  people: Assignments["people"];
  error: string | undefined;
  onChange: (scope: Scope) => void;
  onRemove?: (() => void) | undefined;
}

/** Who scores the answers of one scope, and in which parts. */
export function ScopeFields({ label, scope, people, error, onChange, onRemove }: Props) {
  const errorId = useId();
  const problem = scopeProblem(scope) ?? error;
  const change = (id: string, changes: Partial<Member>) =>
    onChange({
      ...scope,
      members: { ...scope.members, [id]: { ...NO_PART, ...scope.members[id], ...changes } },
    });
  return (
    <fieldset
      aria-describedby={problem ? errorId : undefined}
      className="min-w-0 rounded-control border border-line p-4"
    >
      <legend className="sr-only">{label}</legend>
      <div className="mb-2 flex items-start justify-between gap-2">
        <p aria-hidden="true" dir="auto" className="line-clamp-2 pt-1 font-medium text-sm">
          {label}
        </p>
        <div className="flex shrink-0 gap-1">
          <Button variant="secondary" size="sm" onClick={() => onChange(splitAmong(scope, people))}>
            {t("splitEqually")}
          </Button>
          {onRemove && (
            <IconButton label={t("removeScope", { label })} onClick={onRemove}>
              <Trash2 aria-hidden="true" className="size-4" />
            </IconButton>
          )}
        </div>
      </div>
      <ul className="divide-y divide-line">
        {people.map(({ id, full_name, role }) => {
          const { part, share } = scope.members[id] ?? NO_PART;
          const percent = percentOf(scope, id);
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2">
              <p className="min-w-40 flex-1 text-sm">
                <bdi className="font-medium">{full_name}</bdi>
                <span className="ms-2 text-muted text-xs">{roleLabel(role)}</span>
              </p>
              <Field hideLabel label={t("whatDoes", { name: full_name })} className="w-40">
                <Select
                  value={part}
                  options={parts()}
                  onChange={({ target: { value } }) =>
                    change(id, { part: value === "first" || value === "second" ? value : "none" })
                  }
                />
              </Field>
              <div className="flex w-32 items-center gap-2">
                {part !== "none" && (
                  <>
                    <Field hideLabel label={t("shareOf", { name: full_name })} className="w-18">
                      <Input
                        type="number"
                        dir="ltr"
                        inputMode="numeric"
                        min={1}
                        max={SHARE_MAX}
                        value={share}
                        onChange={(event) => change(id, { share: event.target.value })}
                      />
                    </Field>
                    <span className="text-muted text-xs tabular-nums">
                      {percent !== null && `${percent}%`}
                    </span>
                  </>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      {problem && (
        <p id={errorId} role="alert" className="mt-2 font-medium text-error text-xs">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
