import { Link } from "react-router-dom";
import { noKeyText } from "@/features/staff-shared/ai/key";
import { t } from "./texts";

/** Says that no AI is configured, with the way there. */
export function KeyHint({ onFollow }: { onFollow: () => void }) {
  return (
    <p className="toned tone-amber flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-control px-3 py-2 text-sm">
      {noKeyText()}
      <Link to="/admin?settings=email" className="font-medium underline" onClick={onFollow}>
        {t("openSettings")}
      </Link>
    </p>
  );
}
