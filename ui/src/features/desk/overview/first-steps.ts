import type { DoctorReport, Overview } from "@/api/types";

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
      words: "Name your company",
      hint: "Candidates see the name and the logo on every page and in every email.",
      to: "/admin?settings=company",
      label: "Enter the name",
      isDone: (company ?? "") !== "",
    },
    {
      key: "mail",
      words: "Set up email",
      hint: "Until then invitations are created, but no email leaves this server.",
      to: "/admin?settings=email",
      label: "Enter the mail server",
      isDone: overview.sends_mail,
    },
    {
      key: "test",
      words: "Create a first test",
      hint: "Write it, or import one from a file.",
      to: "/admin/create-test",
      label: "Create a test",
      isDone: hasTest,
    },
    {
      key: "invite",
      words: "Invite yourself",
      hint: "Take the test as a candidate does, and see what arrives.",
      to: hasTest ? "/admin?tab=invites&send=me" : "/admin?tab=tests",
      label: "Invite yourself",
      isDone: overview.invites_sent > 0,
    },
    {
      key: "backup",
      words: "Make a backup",
      hint: "Download one, or let the server make one a day.",
      to: "/admin?settings=operations",
      label: "Make a backup",
      isDone: storage?.findings.some(({ topic, state }) => topic === "backup" && state === "ok") ?? false,
    },
  ];
}

/** Shown until all is done, or a first test was taken: then the server is at work. */
export const isFirstDay = (overview: Overview, steps: FirstStep[]): boolean =>
  overview.completed_tests === 0 && steps.some(({ isDone }) => !isDone);
