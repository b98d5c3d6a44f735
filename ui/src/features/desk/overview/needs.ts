import type { DoctorReport, Monitored, Overview } from "@/api/types";
import { plural } from "@/lib/format";
import { needsLook } from "@/lib/trouble";

export interface Need {
  key:
    | "trouble"
    | "score"
    | "no_mail"
    | "mails"
    | "mails_waiting"
    | "judging"
    | "waiting"
    | "ending"
    | "erasure"
    | "disk"
    | "backup";
  words: string;
  hint: string;
  to: string;
  urgent: boolean;
}

/** The server counts no further. */
const MAX_COUNTED = 1000;

interface Known {
  overview: Overview | undefined;
  monitored: Monitored[] | undefined;
  storage: DoctorReport | undefined;
  /** Server time in ms. */
  now: number;
}

/** Pending work of an admin, most urgent first; each leads to the place where it is done. */
export function needsOf({ overview, monitored, storage, now }: Known): Need[] {
  const needs: Need[] = [];
  const add = (count: number, need: Omit<Need, "urgent">, urgent = false) => {
    if (count > 0) needs.push({ ...need, urgent });
  };
  const troubled = monitored?.filter((row) => needsLook(row, now)).length ?? 0;
  add(
    troubled,
    {
      key: "trouble",
      words: troubled === 1 ? "1 candidate needs attention" : `${troubled} candidates need attention`,
      hint: "A test is running without a picture, or a candidate asks to continue on another device.",
      to: "/monitoring",
    },
    true,
  );
  const {
    pending_reviews = 0,
    failed_mails = 0,
    waiting_mails = 0,
    failed_judgings = 0,
    ending_soon = 0,
  } = overview ?? {};
  const noMail = overview?.sends_mail === false;
  add(noMail ? 1 : 0, {
    key: "no_mail",
    words: "Email is not set up",
    hint:
      failed_mails > 0
        ? `${plural(failed_mails, "invitation")} ${failed_mails === 1 ? "was" : "were"} not emailed. Links can be passed on by hand.`
        : "Invitations are created, but not emailed. Links can be passed on by hand.",
    to: "/admin?settings=email",
  });
  add(
    noMail ? 0 : failed_mails,
    {
      key: "mails",
      words: `${plural(failed_mails, "invitation email")} failed`,
      hint: "Check the address, or send the link yourself.",
      to: "/admin?tab=invites&date=all&status=mail_failed",
    },
    true,
  );
  add(waiting_mails, {
    key: "mails_waiting",
    words: `${waiting_mails >= MAX_COUNTED ? `${MAX_COUNTED}+ invitation emails` : plural(waiting_mails, "invitation email")} ${waiting_mails === 1 ? "is" : "are"} not sent yet`,
    hint: "They are tried again by themselves. The list says why, and which may have arrived.",
    to: "/admin?tab=invites&date=all&status=mail_failed",
  });
  add(
    failed_judgings,
    {
      key: "judging",
      words: `${plural(failed_judgings, "answer")} could not be judged`,
      hint: "The code runner failed. Judge them again, or score them by hand.",
      to: `/admin?tab=results&date=all&result=${overview?.failed_judging_id ?? ""}`,
    },
    true,
  );
  const stuck = overview?.stuck_judgings ?? 0;
  add(
    stuck,
    {
      key: "waiting",
      words: `${stuck >= MAX_COUNTED ? `${MAX_COUNTED}+ answers` : plural(stuck, "answer")} ${stuck === 1 ? "waits" : "wait"} for a code runner`,
      hint: "No connected runner can judge them at the moment. Connect one that offers the language, or score them by hand.",
      to: `/admin?tab=results&date=all&result=${overview?.stuck_judging_id ?? ""}`,
    },
    true,
  );
  add(pending_reviews, {
    key: "score",
    words: `${plural(pending_reviews, "submission")} to score`,
    hint:
      pending_reviews === 1
        ? "Its result is final once it is scored."
        : "Their results are final once they are scored.",
    to: "/admin?tab=scoring",
  });
  add(ending_soon, {
    key: "ending",
    words: `${ending_soon >= MAX_COUNTED ? `${MAX_COUNTED}+ invitations` : plural(ending_soon, "invitation")} ${ending_soon === 1 ? "ends" : "end"} within 48 hours`,
    hint: ending_soon === 1 ? "This person has not started yet." : "These people have not started yet.",
    to: "/admin?tab=invites&date=all&status=ending_soon",
  });
  const erasures = overview?.erasures_asked ?? 0;
  add(erasures, {
    key: "erasure",
    words: erasures === 1 ? "1 person asks for erasure" : `${erasures} people ask for erasure`,
    hint: "Delete their data, or decline with a reason.",
    to: "/admin?settings=applicants&erasure=asked",
  });
  const state = (topic: string) => storage?.findings.find((one) => one.topic === topic && one.state !== "ok");
  for (const key of ["disk", "backup"] as const) {
    const finding = state(key);
    add(
      finding ? 1 : 0,
      {
        key,
        words: key === "disk" ? "Low disk space" : "Backup overdue",
        hint: finding?.said ?? "",
        to: key === "backup" ? "/admin?settings=operations" : "/admin?settings=email",
      },
      finding?.state === "problem",
    );
  }
  return sorted(needs);
}

const sorted = (needs: Need[]) => needs.sort((a, b) => Number(b.urgent) - Number(a.urgent));
