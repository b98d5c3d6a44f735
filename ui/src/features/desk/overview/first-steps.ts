import type { DoctorReport, Overview } from "@/api/types";
import { t } from "./texts";

export interface FirstStep {
  key: "company" | "mail" | "test" | "invite" | "backup";
  words: string;
  hint: string;
  to: string;
  label: string;
  isDone: boolean;
}

interface Known {
  overview: Overview;
  /** Empty until it is entered; undefined while unknown. */
  company: string | undefined;
  storage: DoctorReport | undefined;
}

/** What makes a new server ready, in the order in which each needs the one before. */
export function firstSteps({ overview, company, storage }: Known): FirstStep[] {
  const hasTest = overview.total_tests > 0;
  return [
    {
      key: "company",
      words: t("nameCompany"),
      hint: t("nameCompanyHint"),
      to: "/admin?settings=company",
      label: t("enterName"),
      isDone: (company ?? "") !== "",
    },
    {
      key: "mail",
      words: t("setUpEmail"),
      hint: t("setUpEmailHint"),
      to: "/admin?settings=email",
      label: t("enterMailServer"),
      isDone: overview.sends_mail,
    },
    {
      key: "test",
      words: t("createFirstTest"),
      hint: t("createFirstTestHint"),
      to: "/admin/create-test",
      label: t("createATest"),
      isDone: hasTest,
    },
    {
      key: "invite",
      words: t("inviteYourself"),
      hint: t("inviteYourselfHint"),
      to: hasTest ? "/admin?tab=invites&send=me" : "/admin?tab=tests",
      label: t("inviteYourself"),
      isDone: overview.invites_sent > 0,
    },
    {
      key: "backup",
      words: t("makeBackup"),
      hint: t("makeBackupHint"),
      to: "/admin?settings=operations",
      label: t("makeBackup"),
      isDone: storage?.findings.some(({ topic, state }) => topic === "backup" && state === "ok") ?? false,
    },
  ];
}

/** Shown until all is done, or a first test was taken: then the server is at work. */
export const isFirstDay = (overview: Overview, steps: FirstStep[]): boolean =>
  overview.completed_tests === 0 && steps.some(({ isDone }) => !isDone);
