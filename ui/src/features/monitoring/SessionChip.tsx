import { CalendarClock, X } from "lucide-react";
import { Link } from "react-router-dom";
import { IconButton } from "@/ui/Button";
import { t } from "./texts";
import type { SessionFilter } from "./useSessionFilter";

/** The exam session that monitoring is limited to. */
export function SessionChip({ session, onClear }: { session: SessionFilter; onClear: () => void }) {
  return (
    <div className="me-1 flex min-w-0 items-center rounded-control bg-subtle ps-3 text-sm">
      <CalendarClock aria-hidden="true" className="me-1.5 size-4 shrink-0 text-muted max-sm:hidden" />
      <Link
        to={`/admin/sessions/${session.id}`}
        className="max-w-40 truncate py-1.5 underline-offset-2 hover:underline max-sm:max-w-24"
      >
        <bdi>{session.title}</bdi>
      </Link>
      <IconButton label={t("showEveryone")} onClick={onClear}>
        <X aria-hidden="true" className="size-4" />
      </IconButton>
    </div>
  );
}
