import { Bell } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/ui/Button";
import { t } from "../texts";
import { NotificationPanel } from "./NotificationPanel";
import { badge, useUnread } from "./queries";

export function NotificationBell() {
  const [open, setOpen] = useState(false);
  const unread = useUnread().data?.unread_count ?? 0;
  return (
    <>
      <span className="relative">
        <IconButton
          label={unread > 0 ? t("notificationsUnread", { count: unread }) : t("notifications")}
          onClick={() => setOpen(true)}
        >
          <Bell aria-hidden="true" className="size-4.5" />
        </IconButton>
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute top-0 end-0 grid h-4.5 min-w-4.5 place-items-center rounded-full border-2 border-surface bg-error px-1 font-semibold text-[0.625rem] text-on-error leading-none tabular-nums"
          >
            {badge(unread)}
          </span>
        )}
      </span>
      {open && <NotificationPanel onClose={() => setOpen(false)} />}
    </>
  );
}
