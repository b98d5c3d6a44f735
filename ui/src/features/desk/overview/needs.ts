import type { DoctorReport, Monitored, Overview } from "@/api/types";
import { needsLook } from "@/lib/trouble";
import { serverSentence } from "../../staff-shared/server-sentence";
import { t } from "./texts";

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
    | "backup"
    | "twin";
  words: string;
  hint: string;
  to: string;
  urgent: boolean;
}

/** The server counts no further. */
const MAX_COUNTED = 1000;

type Counted = "emailsWait" | "waitForRunner" | "endSoon";

const counted = (
  count: number,
  key: Counted,
  many: "manyEmailsWait" | "manyWaitForRunner" | "manyEndSoon",
) => (count >= MAX_COUNTED ? t(many, { count: MAX_COUNTED }) : t(key, { count }));

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
      words: t("needAttention", { count: troubled }),
      hint: t("needAttentionHint"),
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
    words: t("emailNotSetUp"),
    hint: failed_mails > 0 ? t("notEmailedCount", { count: failed_mails }) : t("notEmailedYet"),
    to: "/admin?settings=email",
  });
  add(
    noMail ? 0 : failed_mails,
    {
      key: "mails",
      words: t("emailsFailed", { count: failed_mails }),
      hint: t("emailsFailedHint"),
      to: "/admin?tab=invites&date=all&status=mail_failed",
    },
    true,
  );
  add(waiting_mails, {
    key: "mails_waiting",
    words: counted(waiting_mails, "emailsWait", "manyEmailsWait"),
    hint: t("emailsWaitHint", { count: waiting_mails }),
    to: "/admin?tab=invites&date=all&status=mail_failed",
  });
  add(
    failed_judgings,
    {
      key: "judging",
      words: t("notJudged", { count: failed_judgings }),
      hint: t("notJudgedHint"),
      to: `/admin?tab=results&date=all&result=${overview?.failed_judging_id ?? ""}`,
    },
    true,
  );
  const stuck = overview?.stuck_judgings ?? 0;
  add(
    stuck,
    {
      key: "waiting",
      words: counted(stuck, "waitForRunner", "manyWaitForRunner"),
      hint: t("waitForRunnerHint"),
      to: `/admin?tab=results&date=all&result=${overview?.stuck_judging_id ?? ""}`,
    },
    true,
  );
  add(pending_reviews, {
    key: "score",
    words: t("toScore", { count: pending_reviews }),
    hint: t("toScoreHint", { count: pending_reviews }),
    to: "/admin?tab=scoring",
  });
  add(ending_soon, {
    key: "ending",
    words: counted(ending_soon, "endSoon", "manyEndSoon"),
    hint: t("endSoonHint", { count: ending_soon }),
    to: "/admin?tab=invites&date=all&status=ending_soon",
  });
  const erasures = overview?.erasures_asked ?? 0;
  add(erasures, {
    key: "erasure",
    words: t("erasureAsked", { count: erasures }),
    hint: t("erasureAskedHint"),
    to: "/admin?settings=applicants&erasure=asked",
  });
  const state = (topic: string) => storage?.findings.find((one) => one.topic === topic && one.state !== "ok");
  for (const key of ["disk", "backup"] as const) {
    const finding = state(key);
    add(
      finding ? 1 : 0,
      {
        key,
        words: t(key === "disk" ? "lowDisk" : "backupOverdue"),
        hint: finding ? serverSentence(finding.said, finding.said_parts) : "",
        to: key === "backup" ? "/admin?settings=operations" : "/admin?settings=email",
      },
      finding?.state === "problem",
    );
  }
  // The worst first; one that joins needs nothing.
  const ofTwin = (one: string) =>
    storage?.findings.find(({ topic, state }) => topic === "twin" && state === one);
  const twin = ofTwin("problem") ?? ofTwin("warning");
  add(
    twin ? 1 : 0,
    {
      key: "twin",
      words: t("twinNeeds"),
      hint: twin
        ? `${serverSentence(twin.said, twin.said_parts)} ${serverSentence(twin.fix ?? "", twin.fix_parts)}`.trim()
        : "",
      to: "/admin?settings=email",
    },
    twin?.state === "problem",
  );
  return sorted(needs);
}

const sorted = (needs: Need[]) => needs.sort((a, b) => Number(b.urgent) - Number(a.urgent));
