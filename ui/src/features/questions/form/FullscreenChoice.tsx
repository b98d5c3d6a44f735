import { Checkbox } from "@/ui/Checkbox";

interface Props {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Optional per test and not enforced: candidates are asked, and may leave. */
export function FullscreenChoice({ checked, onChange }: Props) {
  return (
    <Checkbox
      label="Open in full screen"
      hint="Opens in full screen where supported. Leaving is recorded but does not end the test."
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
