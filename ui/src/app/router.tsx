import type { ComponentType } from "react";
import { createBrowserRouter, Outlet, type RouteObject } from "react-router-dom";
import type { Role } from "@/api/types";
import { useLanguage } from "@/i18n";
import { PageSpinner } from "@/ui/Spinner";
import { ErrorScreen } from "./ErrorScreen";
import { t } from "./texts";

/** One chunk per screen: no user downloads another role's pages. */
const screen = (load: () => Promise<{ default: ComponentType }>) => async () => {
  const { default: Page } = await load();
  return { Component: inLanguage(Page) };
};

/** Everything below is rendered again when the language changes. */
const inLanguage = (Page: ComponentType) => () => {
  useLanguage();
  return <Page />;
};

const lazy = (name: keyof typeof import("./lazy-screens")) =>
  screen(async () => (await import("./lazy-screens"))[name]());

/** Not needed by candidates. */
const only = (allow: Role) => async () => {
  const { RequireRole } = await import("./guards");
  return { Component: () => <RequireRole allow={allow} /> };
};

const ROUTES: RouteObject[] = [
  {
    Component: Outlet,
    ErrorBoundary: ErrorScreen,
    HydrateFallback: () => <PageSpinner label={t("loadingPage")} />,
    children: [
      { path: "take-test/:token", lazy: screen(() => import("@/features/take/TakePage")) },
      {
        lazy: screen(() => import("./WithQueries")),
        children: [
          { index: true, lazy: async () => ({ Component: (await import("./guards")).RootRedirect }) },
          { path: "login", lazy: screen(() => import("@/features/signin/LoginPage")) },
          { path: "test-invite/:token", lazy: screen(() => import("@/features/invite/InvitePage")) },
          {
            path: "stop-reminders/:token",
            lazy: screen(async () => ({
              default: (await import("@/features/invite/InvitePage")).StopReminders,
            })),
          },
          { path: "shared/:token", lazy: lazy("shared") },
          { path: "verify/:token", lazy: lazy("verify") },
          { path: "evidence", lazy: lazy("evidence") },
          { path: "receipt/:token", lazy: lazy("receipt") },
          {
            lazy: only("applicant"),
            children: [
              { path: "applicant", lazy: screen(() => import("@/features/applicant/ApplicantPage")) },
            ],
          },
          {
            lazy: only("reviewer"),
            children: [
              { path: "review", lazy: screen(() => import("@/features/scoring/reviewing/ReviewerPage")) },
            ],
          },
          {
            lazy: only("admin"),
            children: [
              {
                lazy: lazy("adminRoot"),
                children: [
                  { path: "admin", lazy: lazy("admin") },
                  {
                    path: "admin/create-test",
                    lazy: lazy("createTest"),
                  },
                  {
                    path: "admin/tests/:id/results",
                    lazy: lazy("ranking"),
                  },
                  { path: "admin/trials/:id", lazy: lazy("trial") },
                  { path: "monitoring", lazy: lazy("monitoring") },
                  { path: "monitor/:inviteId", lazy: lazy("monitor") },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
];

export const newRouter = () => createBrowserRouter(ROUTES);
