import { Field } from "@/ui/Field";
import { Select } from "@/ui/Select";
import { t } from "../list-texts";
import { oneOf, STATE_FILTERS, type StateFilter as Value } from "./params";

interface Props {
  /** No choice reads as the name of the filter, which then needs no label of its own. */
  brief?: boolean;
  value: Value | null;
  onChange: (value: Value | null) => void;
}

/** Filters by whether a score is final. */
export function StateFilter({ brief = false, value, onChange }: Props) {
  return (
    <Field label={t("review")} className="md:w-36 md:[&:not(:lang(en))]:w-44">
      <Select
        value={value ?? ""}
        placeholder={brief ? t("review") : t("all")}
        onChange={({ target }) => onChange(oneOf(STATE_FILTERS, target.value))}
        options={[
          { value: "final", label: t("finalScore") },
          { value: "provisional", label: t("waitsForReview") },
        ]}
      />
    </Field>
  );
}
