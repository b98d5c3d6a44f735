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
      legend="Items"
      hint="in the right order; candidates see them shuffled"
      one="item"
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
          aria-label={`Item ${number}`}
          placeholder={`Item ${number}`}
          value={row.text}
          onChange={(event) => change({ ...row, text: event.target.value })}
        />
      )}
    </Rows>
  );
}
