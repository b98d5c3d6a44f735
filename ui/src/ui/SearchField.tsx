import { Search } from "lucide-react";
import { Field } from "./Field";
import { Input } from "./Input";

interface Props {
  /** For screen readers: the placeholder shows what is searched. */
  label: string;
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
  className?: string;
}

export function SearchField({ label, placeholder, value, onChange, className = "" }: Props) {
  return (
    <Field label={label} hideLabel className={`relative ${className}`}>
      <Search aria-hidden="true" className="pointer-events-none absolute top-3 start-3 size-4 text-muted" />
      <Input
        type="search"
        value={value}
        placeholder={placeholder}
        className="ps-9"
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
