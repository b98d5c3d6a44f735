import { Search } from "lucide-react";
import { Field } from "./Field";
import { Input } from "./Input";

interface Props {
  /** For screen readers: the placeholder shows what is searched. */
  label: string;
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
  /** Takes the focus when its dialog opens. */
  first?: boolean;
  className?: string;
}

export function SearchField({ label, placeholder, value, onChange, first = false, className = "" }: Props) {
  return (
    <Field label={label} hideLabel className={`relative ${className}`}>
      <Search aria-hidden="true" className="pointer-events-none absolute top-3 start-3 size-4 text-muted" />
      <Input
        type="search"
        data-first={first ? "" : undefined}
        value={value}
        placeholder={placeholder}
        className="ps-9"
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
