import { createBrowserRouter, type RouteObject } from "react-router-dom";
import type { Role } from "@/api/types";
import { PageSpinner } from "@/ui/Spinner";
import { ErrorScreen } from "./ErrorScreen";
import { Root } from "./Root";
import { forAccounts, forStaff, layout, screen } from "./screens";
import { t } from "./texts";

type Lazy = keyof typeof import("./lazy-screens");
const loaded = (name: Lazy) => async () => (await import("./lazy-screens"))[name]();
const ofStaff = (name: Lazy) => forStaff(loaded(name));

/** Not needed by candidates. */
const only =
  (...allow: Role[]) =>
  async () => {
    const { RequireRole } = await import("./guards");
    return { Component: () => <RequireRole allow={allow} /> };
  };

const ROUTES: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: ErrorScreen,
    HydrateFallback: () => <PageSpinner label={t("loadingPage")} />,
    children: [
      { path: "take-test/:token", lazy: screen(() => import("./RoutedTest"), "take") },
      {
        lazy: layout(() => import("./WithQueries")),
        children: [
          { index: true, lazy: async () => ({ Component: (await import("./guards")).RootRedirect }) },
          { path: "login", lazy: screen(() => import("@/features/signin/LoginPage")) },
          {
            path: "test-invite/:token",
            lazy: screen(() => import("@/features/invite/InvitePage"), "invite"),
          },
          {
            path: "stop-reminders/:token",
            lazy: screen(async () => ({
              default: (await import("@/features/invite/InvitePage")).StopReminders,
            })),
          },
          { path: "shared/:token", lazy: screen(loaded("shared")) },
          { path: "verify/:token", lazy: screen(loaded("verify")) },
          { path: "forgot-password", lazy: screen(loaded("forgot")) },
          { path: "reset-password/:token", lazy: screen(loaded("reset")) },
          { lazy: only(), children: [{ path: "security", lazy: forAccounts(loaded("security")) }] },
          { path: "evidence", lazy: ofStaff("evidence") },
          { path: "receipt/:token", lazy: screen(loaded("receipt")) },
          {
            lazy: only("applicant"),
            children: [
              { path: "applicant", lazy: screen(() => import("@/features/applicant/ApplicantPage")) },
            ],
          },
          {
            lazy: only("reviewer"),
            children: [
              { path: "review", lazy: forStaff(() => import("@/features/scoring/reviewing/ReviewerPage")) },
            ],
          },
          {
            // Reviewers with roles beside their own: the root asks for these.
            lazy: only("admin", "staff", "reviewer"),
            children: [
              {
                lazy: ofStaff("adminRoot"),
                children: [
                  {
                    path: "admin/tests/:id/:tab?",
                    lazy: ofStaff("test"),
                  },
                  { path: "admin", lazy: ofStaff("admin") },
                  { path: "admin/create-test", lazy: ofStaff("createTest") },
                  { path: "admin/trials/:id", lazy: ofStaff("trial") },
                  { path: "admin/api-tokens", lazy: ofStaff("apiTokens") },
                  { path: "admin/sessions", lazy: ofStaff("sessions") },
                  { path: "admin/sessions/:id", lazy: ofStaff("session") },
                  { path: "monitoring", lazy: ofStaff("monitoring") },
                  { path: "monitor/:inviteId", lazy: ofStaff("monitor") },
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
