import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queryOf } from "@/api/query";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { Select } from "@/ui/Select";
import { fromAgreed, hasAgreed, type InviteDraft } from "./draft";
import { t } from "./form-texts";
import { lastAgreedWords } from "./last-agreed";

interface Props {
  draft: InviteDraft;
  /** What is wrong with the breaks. */
  error: string | undefined;
  onChange: (changes: Partial<InviteDraft>) => void;
}

/** What was agreed at the last invitation of this person belongs to them: it is offered, and not taken over in silence. */
function Offer({ draft, onChange }: Pick<Props, "draft" | "onChange">) {
  const email = draft.email.trim();
  const last = useQuery({ ...queryOf("/invites/agreed", { query: { email } }), enabled: email !== "" }).data;
  const words = last ? lastAgreedWords(last) : [];
  if (!last || words.length === 0 || hasAgreed(draft)) return null;
  return (
    <div className="toned tone-blue flex flex-wrap items-center justify-between gap-3 rounded-control px-4 py-3 text-sm">
      <p>{t.rich("lastAgreed", { words: <bdi key="words">{words.join(", ")}</bdi> })}</p>
      <Button size="sm" variant="secondary" onClick={() => onChange(fromAgreed(last))}>
        {t("useAgain")}
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
        <summary className="cursor-pointer font-medium text-sm">{t("otherAccommodations")}</summary>
        <div className="mt-3 space-y-3">
          <div className="grid grid-cols-3 gap-4">
            <Field label={t("breaks")} error={error}>
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
            <Field label={t("breakMinutes")}>
              <Input
                type="number"
                inputMode="numeric"
                min={1}
                max={480}
                value={draft.breakMinutes}
                onChange={(event) => onChange({ breakMinutes: event.target.value })}
              />
            </Field>
            <Field label={t("minutesAre")}>
              <Select
                value={draft.breakSum ? "sum" : "each"}
                onChange={(event) => onChange({ breakSum: event.target.value === "sum" })}
                options={[
                  { value: "each", label: t("ofEach") },
                  { value: "sum", label: t("together") },
                ]}
              />
            </Field>
          </div>
          <p className="text-muted text-xs">{t("breaksHint")}</p>
          <Checkbox
            label={t("largerType")}
            checked={draft.largerType}
            onChange={(event) => onChange({ largerType: event.target.checked })}
          />
          <Checkbox
            label={t("noCamera")}
            hint={t("noCameraHint")}
            checked={draft.noCamera}
            onChange={(event) => onChange({ noCamera: event.target.checked })}
          />
          <Field label={t("helper")} hint={t("helperHint")}>
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
