import { CalendarClock, MonitorPlay, PenLine, Search, Settings } from "lucide-react";
import { use } from "react";
import { AccountHeader } from "@/features/staff-shared/AccountHeader";
import { useRights } from "@/lib/rights";
import { useUrlState } from "@/lib/url-state";
import { useSession } from "@/stores/session";
import { ButtonLink, IconButton } from "@/ui/Button";
import { NotificationBell } from "./notifications/NotificationBell";
import { OpenPalette } from "./palette/context";
import { t } from "./texts";

export function AdminHeader() {
  const { change } = useUrlState();
  const openPalette = use(OpenPalette);
  const { may } = useRights();
  const isReviewer = useSession(({ user }) => user?.role === "reviewer");
  return (
    <AccountHeader>
      {isReviewer && (
        <ButtonLink variant="ghost" to="/review" icon={PenLine}>
          <span className="max-sm:sr-only">{t("review")}</span>
        </ButtonLink>
      )}
      {may("watch") && !may("oversee") && (
        <ButtonLink variant="ghost" to="/monitoring" icon={MonitorPlay}>
          <span className="max-sm:sr-only">{t("liveMonitoring")}</span>
        </ButtonLink>
      )}
      {may("watch") && (
        <ButtonLink variant="ghost" to="/admin/sessions" icon={CalendarClock}>
          <span className="max-lg:sr-only">{t("sessions")}</span>
        </ButtonLink>
      )}
      <IconButton label={t("searchAndCommandsKey")} onClick={openPalette}>
        <Search aria-hidden="true" className="size-4.5" />
      </IconButton>
      {may("oversee") && <NotificationBell />}
      {may("operate") && (
        <IconButton label={t("settings")} onClick={() => change({ settings: "applicants" })}>
          <Settings aria-hidden="true" className="size-4.5" />
        </IconButton>
      )}
    </AccountHeader>
  );
}
