import { Bot, ChevronDown, KeyRound, Languages, LogOut, ShieldCheck, SunMoon, UserRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router-dom";
import { useLanguage } from "@/i18n";
import { chooseStaff, STAFF_LANGUAGES, staffLanguageName } from "@/lib/staff-language";
import { useSession } from "@/stores/session";
import { useTheme } from "@/stores/theme";
import { Button, IconButton } from "@/ui/Button";
import { ChangePasswordDialog } from "@/ui/ChangePasswordDialog";
import { Logo } from "@/ui/Logo";
import { Menu } from "@/ui/Menu";
import { toast } from "@/ui/toast";
import { t } from "./shell-texts";

function AccountMenu() {
  const [changing, setChanging] = useState(false);
  const navigate = useNavigate();
  const { bySystem, chooseSystem } = useTheme();
  const spoken = useLanguage();
  const hasPassword = useSession(({ user }) => !user?.provided_by);
  return (
    <>
      <Menu
        trigger={
          <IconButton label={t("account")} className="w-auto! gap-0.5 px-2">
            <UserRound aria-hidden="true" className="size-4.5" />
            <ChevronDown aria-hidden="true" className="size-3 max-sm:hidden" />
          </IconButton>
        }
        items={[
          ...(hasPassword
            ? [
                {
                  label: t("changePassword"),
                  icon: <KeyRound aria-hidden="true" className="size-4" />,
                  onSelect: () => setChanging(true),
                },
              ]
            : []),
          {
            label: t("security"),
            icon: <ShieldCheck aria-hidden="true" className="size-4" />,
            onSelect: () => navigate("/security"),
          },
          {
            label: t("apiTokens"),
            icon: <Bot aria-hidden="true" className="size-4" />,
            onSelect: () => navigate("/admin/api-tokens"),
          },
          {
            label: bySystem ? t("siteTheme") : t("systemTheme"),
            icon: <SunMoon aria-hidden="true" className="size-4" />,
            onSelect: () => chooseSystem(!bySystem),
          },
          ...STAFF_LANGUAGES.filter((tag) => tag !== spoken).map((tag) => ({
            label: tag,
            content: (
              <span>
                {t("language")}: <span lang={tag}>{staffLanguageName(tag)}</span>
              </span>
            ),
            icon: <Languages aria-hidden="true" className="size-4" />,
            onSelect: () => chooseStaff(tag),
          })),
        ]}
      />
      {changing && <ChangePasswordDialog onClose={() => setChanging(false)} />}
    </>
  );
}

/** Who is signed in, with `children` before the account. */
export function AccountHeader({ children }: { children?: ReactNode }) {
  const { user, signOut } = useSession();
  const [leaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    await signOut();
    toast.success(t("loggedOut"));
  };
  return (
    <header className="sticky top-0 z-30 bg-surface short:static">
      <div className="mx-auto flex h-14 max-w-desk items-center justify-between gap-3 px-4 sm:px-6">
        {/* On a phone: what does not fit in full goes into a line below, which is not seen. */}
        <div className="flex min-w-0 items-center gap-4 max-sm:h-14 max-sm:flex-1 max-sm:flex-wrap max-sm:overflow-hidden max-sm:before:-me-4 max-sm:before:h-14">
          <span className="shrink-0 max-sm:hidden">
            <Logo />
          </span>
          <span className="flex h-14 shrink-0 items-center sm:hidden">
            <Logo markOnly />
          </span>
          <h1 title={user?.full_name} className="truncate text-ink-2 text-sm max-sm:leading-14">
            {t.rich("welcome", { name: <bdi className="font-medium text-ink">{user?.full_name}</bdi> })}
          </h1>
        </div>
        <div className="flex shrink-0 items-center sm:gap-1">
          {children}
          <AccountMenu />
          <Button
            variant="ghost"
            busy={leaving}
            className="max-sm:px-2!"
            icon={<LogOut aria-hidden="true" className="rtl:-scale-x-100 size-4 max-sm:hidden" />}
            onClick={() => void leave()}
          >
            {t("logout")}
          </Button>
        </div>
      </div>
    </header>
  );
}
