import { lazy, Suspense, useEffect } from "react";
import { Navigate, Outlet, useLocation } from "react-router-dom";
import type { Role } from "@/api/types";
import { accountText } from "@/lib/account-texts";
import { homeOf } from "@/lib/home";
import { useSession } from "@/stores/session";
import { ErrorState } from "@/ui/ErrorState";
import { PageSpinner } from "@/ui/Spinner";
import { toast } from "@/ui/toast";

const Nothing = () => null;
// Not needed by candidates, whose first load must stay small. If the network breaks before these load, the page
// works without them, which is better than the error screen.
const SessionWarning = lazy(() => import("./SessionWarning").catch(() => ({ default: Nothing })));
const Recovery = lazy(() => import("./Recovery").catch(() => ({ default: Nothing })));

/** Retry interval in ms of loading the signed-in account while the server is unreachable. */
const RETRY_INTERVAL_MS = 4_000;

function Unreachable() {
  const load = useSession((state) => state.load);
  useEffect(() => {
    const timer = window.setInterval(() => void load(), RETRY_INTERVAL_MS);
    return () => window.clearInterval(timer);
  }, [load]);
  return (
    <main className="grid min-h-dvh place-items-center">
      <ErrorState
        title={accountText("serverUnreachable")}
        detail={accountText("stillSignedIn")}
        onRetry={() => void load()}
      />
    </main>
  );
}

/** Lets some roles through, or every account: others go to /login when signed out, else to / (docs/behaviour/screens.md#screens). */
export function RequireRole({ allow }: { allow: readonly Role[] }) {
  const { status, user, expired, acknowledgeExpiry } = useSession();
  const place = useLocation();
  useEffect(() => {
    if (!expired) return;
    toast.error(accountText("sessionHasEnded"), { id: "session-ended" });
    acknowledgeExpiry();
  }, [expired, acknowledgeExpiry]);
  if (status === "loading") return <PageSpinner label={accountText("loadingSession")} />;
  if (status === "unreachable") return <Unreachable />;
  // The sign-in returns to the page that was left, such as one whose session ended.
  if (!user) return <Navigate to="/login" state={place} replace />;
  if (allow.length > 0 && !allow.includes(user.role)) return <Navigate to="/" replace />;
  return (
    <>
      <Outlet />
      <Suspense>
        <SessionWarning />
        <Recovery />
      </Suspense>
    </>
  );
}

/** Redirects / to the home of the role. */
export function RootRedirect() {
  const { status, user } = useSession();
  if (status === "loading") return <PageSpinner label={accountText("loadingSession")} />;
  if (status === "unreachable") return <Unreachable />;
  return <Navigate to={user ? homeOf(user.role) : "/login"} replace />;
}
