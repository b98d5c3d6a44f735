import { Checkbox } from "@/ui/Checkbox";

interface Props {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Optional per test and not enforced: candidates are asked, and may leave. */
export function FullscreenChoice({ checked, onChange }: Props) {
  return (
    <Checkbox
      label="Ask for full screen"
      hint="The test opens in full screen if the browser supports it. Leaving is recorded, and ends nothing."
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
