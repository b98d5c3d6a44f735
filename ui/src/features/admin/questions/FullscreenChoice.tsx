import { Checkbox } from "@/ui/Checkbox";

interface Props {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Optional per test, and never a lock: candidates are asked, and may leave. */
export function FullscreenChoice({ checked, onChange }: Props) {
  return (
    <Checkbox
      label="Ask for full screen"
      hint="The test opens in full screen where the browser has it. Leaving is noted, and ends nothing."
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
