import { ArrowLeft, CalendarClock, LogOut } from "lucide-react";
import type { ReactNode } from "react";
import { useNavigate } from "react-router-dom";
import { useRights } from "@/lib/rights";
import { useSession } from "@/stores/session";
import { Button, ButtonLink } from "@/ui/Button";
import { Logo } from "@/ui/Logo";
import { toast } from "@/ui/toast";
import { t } from "./texts";

interface Props {
  title: ReactNode;
  /** Full window width. */
  wide?: boolean;
  children?: ReactNode;
}

export function MonitorHeader({ title, wide = false, children }: Props) {
  const navigate = useNavigate();
  const { may } = useRights();
  // The desk of who only watches is this page.
  const hasDesk = may("read_tests") || may("invite") || may("oversee");
  const signOut = useSession((state) => state.signOut);
  return (
    <header className="sticky top-0 z-20 border-line border-b bg-surface">
      <div
        className={`mx-auto flex min-h-14 flex-wrap items-center justify-between gap-x-3 px-4 py-2 sm:px-6 ${wide ? "" : "max-w-desk"}`}
      >
        <div className="flex min-w-0 items-center gap-4">
          <span className="max-md:hidden">
            <Logo />
          </span>
          <h1 className="truncate font-semibold text-base">{title}</h1>
        </div>
        <div className="-me-4 flex items-center max-sm:-me-3 max-sm:[&_.px-4]:px-3">
          {children}
          {!hasDesk && may("watch") && (
            <ButtonLink variant="ghost" to="/admin/sessions" icon={CalendarClock}>
              <span className="max-md:sr-only">{t("sessions")}</span>
            </ButtonLink>
          )}
          {hasDesk && (
            <Button variant="ghost" icon={ArrowLeft} turns onClick={() => navigate("/admin")}>
              <span className="max-md:sr-only">{t("backToDashboard")}</span>
            </Button>
          )}
          <Button
            variant="ghost"
            icon={LogOut}
            turns
            onClick={() => void signOut().then(() => toast.success(t("loggedOut")))}
          >
            <span className="max-sm:sr-only">{t("logout")}</span>
          </Button>
        </div>
      </div>
    </header>
  );
}
