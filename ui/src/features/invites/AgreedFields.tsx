import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queryOf } from "@/api/query";
import type { LastAgreed } from "@/api/types";
import { agreedWords } from "@/lib/agreed";
import { plural } from "@/lib/format";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { Select } from "@/ui/Select";
import { fromAgreed, hasAgreed, type InviteDraft } from "./draft";

interface Props {
  draft: InviteDraft;
  /** What is wrong with the breaks. */
  error: string | undefined;
  onChange: (changes: Partial<InviteDraft>) => void;
}

function wordsOf({ extra_minutes, extra_percent, agreed }: LastAgreed): string[] {
  const extra = extra_minutes
    ? [plural(extra_minutes, "extra minute")]
    : extra_percent
      ? [`${extra_percent} % extra time`]
      : [];
  return [...extra, ...agreedWords(agreed)];
}

/** What was agreed at the last invitation of this person belongs to them: it is offered, and not taken over in silence. */
function Offer({ draft, onChange }: Pick<Props, "draft" | "onChange">) {
  const email = draft.email.trim();
  const last = useQuery({ ...queryOf("/invites/agreed", { query: { email } }), enabled: email !== "" }).data;
  const words = last ? wordsOf(last) : [];
  if (!last || words.length === 0 || hasAgreed(draft)) return null;
  return (
    <div className="toned tone-blue flex flex-wrap items-center justify-between gap-3 rounded-control px-4 py-3 text-sm">
      <p>
        Agreed at the last invitation: <bdi>{words.join(", ")}</bdi>.
      </p>
      <Button size="sm" variant="secondary" onClick={() => onChange(fromAgreed(last))}>
        Use again
      </Button>
    </div>
  );
}

/** Accommodations beside extra time (docs/behaviour/taking.md#accommodations). */
export function AgreedFields({ draft, error, onChange }: Props) {
  const [isOpen, setOpen] = useState(false);
  const mustOpen = hasAgreed(draft) || error !== undefined;
  // It opens for what is entered, and does not close under a field that someone empties.
  if (mustOpen && !isOpen) setOpen(true);
  const follow = ({ open }: HTMLDetailsElement) => setOpen(open || mustOpen);
  return (
    <div className="space-y-3 border-line border-t pt-4">
      <Offer draft={draft} onChange={onChange} />
      <details open={isOpen} onToggle={(event) => follow(event.currentTarget)}>
        <summary className="cursor-pointer font-medium text-sm">Other accommodations (optional)</summary>
        <div className="mt-3 space-y-3">
          <div className="grid grid-cols-3 gap-4">
            <Field label="Breaks" error={error}>
              <Input
                type="number"
                inputMode="numeric"
                min={0}
                max={20}
                value={draft.breakCount}
                placeholder="0"
                onChange={(event) => onChange({ breakCount: event.target.value })}
              />
            </Field>
            <Field label="Minutes">
              <Input
                type="number"
                inputMode="numeric"
                min={1}
                max={480}
                value={draft.breakMinutes}
                onChange={(event) => onChange({ breakMinutes: event.target.value })}
              />
            </Field>
            <Field label="Minutes are">
              <Select
                value={draft.breakSum ? "sum" : "each"}
                onChange={(event) => onChange({ breakSum: event.target.value === "sum" })}
                options={[
                  { value: "each", label: "of each" },
                  { value: "sum", label: "together" },
                ]}
              />
            </Field>
          </div>
          <p className="text-muted text-xs">
            The candidate takes breaks alone. The clock stands still, and the questions are covered.
          </p>
          <Checkbox
            label="Larger type"
            checked={draft.largerType}
            onChange={(event) => onChange({ largerType: event.target.checked })}
          />
          <Checkbox
            label="No camera by agreement"
            hint="The page asks for none, and the test does not count as unmonitored."
            checked={draft.noCamera}
            onChange={(event) => onChange({ noCamera: event.target.checked })}
          />
          <Field label="Helper in the room" hint="For the proctors, such as 'Sign language interpreter'.">
            <Input
              value={draft.helper}
              maxLength={200}
              autoComplete="off"
              onChange={(event) => onChange({ helper: event.target.value })}
            />
          </Field>
        </div>
      </details>
    </div>
  );
}
