import { Settings } from "lucide-react";
import { useUrlState } from "@/lib/url-state";
import { IconButton } from "@/ui/Button";
import { AccountHeader } from "./AccountHeader";
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
