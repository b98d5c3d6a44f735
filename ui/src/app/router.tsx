import type { ComponentType } from "react";
import { createBrowserRouter, Outlet } from "react-router-dom";
import { PageSpinner } from "@/ui/Spinner";
import { ErrorScreen } from "./ErrorScreen";
import { RequireRole, RootRedirect } from "./guards";

/** One chunk per screen: no user downloads another role's pages. */
const screen = (load: () => Promise<{ default: ComponentType }>) => async () => ({
  Component: (await load()).default,
});

export const router = createBrowserRouter([
  {
    Component: Outlet,
    ErrorBoundary: ErrorScreen,
    HydrateFallback: () => <PageSpinner label="Loading the page" />,
    children: [
      { index: true, Component: RootRedirect },
      { path: "login", lazy: screen(() => import("@/features/signin/LoginPage")) },
      { path: "test-invite/:token", lazy: screen(() => import("@/features/invite/InvitePage")) },
      {
        path: "stop-reminders/:token",
        lazy: async () => ({ Component: (await import("@/features/invite/InvitePage")).StopReminders }),
      },
      { path: "verify/:token", lazy: screen(() => import("@/features/verify/VerifyPage")) },
      { path: "take-test/:token", lazy: screen(() => import("@/features/take/TakePage")) },
      {
        element: <RequireRole allow="applicant" />,
        children: [{ path: "applicant", lazy: screen(() => import("@/features/applicant/ApplicantPage")) }],
      },
      {
        element: <RequireRole allow="admin" />,
        children: [
          {
            lazy: screen(() => import("@/features/admin/AdminRoot")),
            children: [
              { path: "admin", lazy: screen(() => import("@/features/admin/AdminPage")) },
              {
                path: "admin/create-test",
                lazy: screen(() => import("@/features/admin/create-test/CreateTestPage")),
              },
              {
                path: "admin/tests/:id/results",
                lazy: screen(() => import("@/features/admin/ranking/RankingPage")),
              },
              { path: "monitoring", lazy: screen(() => import("@/features/monitoring/MonitoringPage")) },
              { path: "monitor/:inviteId", lazy: screen(() => import("@/features/monitoring/MonitorPage")) },
            ],
          },
        ],
      },
    ],
  },
]);
