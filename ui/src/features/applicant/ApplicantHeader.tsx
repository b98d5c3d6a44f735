import { KeyRound, LogOut, UserPen } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useNavigate } from "react-router-dom";
import { useSession } from "@/stores/session";
import { Button, IconButton } from "@/ui/Button";
import { Logo } from "@/ui/Logo";
import { toast } from "@/ui/toast";
import { ProfileDialog } from "./ProfileDialog";
import { t } from "./texts";

// Rarely used, so loaded on demand.
const ChangePasswordDialog = lazy(() =>
  import("@/ui/ChangePasswordDialog").then((module) => ({ default: module.ChangePasswordDialog })),
);

export function ApplicantHeader() {
  const { user, signOut } = useSession();
  const [busy, setBusy] = useState(false);
  const [editing, setEditing] = useState(false);
  const [changing, setChanging] = useState(false);
  const navigate = useNavigate();
  const logout = async () => {
    setBusy(true);
    await signOut();
    toast.success(t("loggedOut"));
    navigate("/login", { replace: true });
  };
  return (
    <header className="sticky top-0 z-20 border-line border-b bg-surface">
      <div className="mx-auto flex max-w-3xl items-center gap-1 px-4 py-3 sm:gap-3 sm:px-6">
        <Logo markOnly />
        <div className="min-w-0 flex-1 max-sm:ms-2">
          <h1 className="wrap-anywhere font-semibold text-base leading-tight">
            {t.rich("welcome", { name: <bdi>{user?.full_name}</bdi> })}
          </h1>
          <p className="truncate text-muted text-xs">{user?.email}</p>
        </div>
        {!user?.provided_by && (
          <IconButton label={t("changePassword")} onClick={() => setChanging(true)}>
            <KeyRound aria-hidden="true" className="size-4" />
          </IconButton>
        )}
        <Button variant="ghost" size="sm" icon={UserPen} onClick={() => setEditing(true)}>
          <span className="max-sm:sr-only">{t("profile")}</span>
        </Button>
        <Button variant="ghost" size="sm" busy={busy} icon={LogOut} turns onClick={() => void logout()}>
          <span className="max-sm:sr-only">{t("logout")}</span>
        </Button>
      </div>
      {editing && user && <ProfileDialog user={user} onClose={() => setEditing(false)} />}
      {changing && (
        <Suspense>
          <ChangePasswordDialog onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </header>
  );
}
