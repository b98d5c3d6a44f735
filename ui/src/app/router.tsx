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

const late = (name: keyof typeof import("./late-screens")) =>
  screen(async () => (await import("./late-screens"))[name]());

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
          { path: "shared/:token", lazy: late("shared") },
          { path: "verify/:token", lazy: late("verify") },
          { path: "evidence", lazy: late("evidence") },
          { path: "receipt/:token", lazy: late("receipt") },
          {
            lazy: only("applicant"),
            children: [
              { path: "applicant", lazy: screen(() => import("@/features/applicant/ApplicantPage")) },
            ],
          },
          {
            lazy: only("reviewer"),
            children: [
              { path: "review", lazy: screen(() => import("@/features/admin/reviewing/ReviewerPage")) },
            ],
          },
          {
            lazy: only("admin"),
            children: [
              {
                lazy: late("adminRoot"),
                children: [
                  { path: "admin", lazy: late("admin") },
                  {
                    path: "admin/create-test",
                    lazy: late("createTest"),
                  },
                  {
                    path: "admin/tests/:id/results",
                    lazy: late("ranking"),
                  },
                  { path: "admin/trials/:id", lazy: late("trial") },
                  { path: "monitoring", lazy: late("monitoring") },
                  { path: "monitor/:inviteId", lazy: late("monitor") },
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
