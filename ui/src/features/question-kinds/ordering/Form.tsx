import { t } from "@/features/question-kinds/staff-texts";
import { LineField } from "@/ui/LineField";
import { blankChoice, CHOICES_MAX, CHOICES_MIN, type ChoiceDraft } from "../form/choices";
import type { ErrorOf } from "../form/problem";
import { Rows } from "../form/Rows";

interface OrderingFormProps {
  items: ChoiceDraft[];
  errorOf: ErrorOf;
  onChange: (items: ChoiceDraft[]) => void;
}

export function OrderingForm({ items, errorOf, onChange }: OrderingFormProps) {
  return (
    <Rows
      legend={t("items")}
      hint={t("itemsHint")}
      one={t("oneItem")}
      rows={items}
      min={CHOICES_MIN}
      max={CHOICES_MAX}
      blank={blankChoice}
      ordered
      error={errorOf("options", "order")}
      onChange={onChange}
    >
      {(row, number, change) => (
        <LineField
          aria-label={t("item", { number })}
          placeholder={t("item", { number })}
          value={row.text}
          onChange={(event) => change({ ...row, text: event.target.value })}
        />
      )}
    </Rows>
  );
}
