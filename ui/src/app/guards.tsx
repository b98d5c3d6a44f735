import { lazy, Suspense, useEffect } from "react";
import { Navigate, Outlet } from "react-router-dom";
import type { Role } from "@/api/types";
import { useSession } from "@/stores/session";
import { ErrorState } from "@/ui/ErrorState";
import { PageSpinner } from "@/ui/Spinner";
import { toast } from "@/ui/toast";

// Of no use to candidates on their links, whose first load must stay small.
const SessionWarning = lazy(() => import("./SessionWarning"));

function Unreachable() {
  const load = useSession((state) => state.load);
  return (
    <main className="grid min-h-dvh place-items-center">
      <ErrorState
        title="The server cannot be reached"
        detail="You are still signed in. Check your connection and try again."
        onRetry={() => void load()}
      />
    </main>
  );
}

/** Lets one role through: others go to /login when signed out, else to / (spec §2, route table). */
export function RequireRole({ allow }: { allow: Role }) {
  const { status, user, expired, acknowledgeExpiry } = useSession();
  useEffect(() => {
    if (!expired) return;
    toast.error("Your session has ended. Please sign in again.", { id: "session-ended" });
    acknowledgeExpiry();
  }, [expired, acknowledgeExpiry]);
  if (status === "loading") return <PageSpinner label="Loading your session" />;
  if (status === "unreachable") return <Unreachable />;
  if (!user) return <Navigate to="/login" replace />;
  if (user.role !== allow) return <Navigate to="/" replace />;
  return (
    <>
      <Outlet />
      <Suspense>
        <SessionWarning />
      </Suspense>
    </>
  );
}

export const homeOf = (role: Role) => (role === "admin" ? "/admin" : "/applicant");

/** The address /: everybody has a home. */
export function RootRedirect() {
  const { status, user } = useSession();
  if (status === "loading") return <PageSpinner label="Loading your session" />;
  if (status === "unreachable") return <Unreachable />;
  return <Navigate to={user ? homeOf(user.role) : "/login"} replace />;
}
