import { Settings } from "lucide-react";
import { AccountHeader } from "@/features/staff-shared/AccountHeader";
import { useUrlState } from "@/lib/url-state";
import { IconButton } from "@/ui/Button";
import { NotificationBell } from "./notifications/NotificationBell";

export function AdminHeader() {
  const { change } = useUrlState();
  return (
    <AccountHeader>
      <NotificationBell />
      <IconButton label="Settings" onClick={() => change({ settings: "applicants" })}>
        <Settings aria-hidden="true" className="size-4.5" />
      </IconButton>
    </AccountHeader>
  );
}
