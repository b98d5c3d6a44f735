import { EyeOff } from "lucide-react";
import { t } from "./texts";

/** Names are hidden by the server, but not inside of answers. */
export function NamesHidden() {
  return (
    <p className="toned tone-neutral mb-4 flex gap-2 rounded-control px-3 py-2 text-sm">
      <EyeOff aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {t("namesHidden")}
    </p>
  );
}
