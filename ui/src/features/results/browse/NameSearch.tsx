import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { t } from "../list-texts";
import { SEARCH_MARK } from "./useKeys";

interface Props {
  value: string;
  onChange: (value: string) => void;
  className: string;
}

/** The search of a list of results: the key for the search leads to it. */
export function NameSearch({ value, onChange, className }: Props) {
  return (
    <Field label={t("nameOrEmail")} className={className}>
      <Input
        {...SEARCH_MARK}
        type="search"
        value={value}
        placeholder={t("search")}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
