import { Checkbox } from "@/ui/Checkbox";
import { t } from "./texts";

interface Props {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Optional per test and not enforced: candidates are asked, and may leave. */
export function FullscreenChoice({ checked, onChange }: Props) {
  return (
    <Checkbox
      label={t("openFullscreen")}
      hint={t("fullscreenHint")}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
