import type { Job } from "@/api/types";
import type { jobs } from "@/i18n/staff/en/jobs";
import type { PlainKey } from "@/i18n/typed";
import { t } from "./texts";

const KINDS: Record<Job["kind"], PlainKey<typeof jobs>> = {
  file_check: "fileCheck",
  test_import: "testImport",
  question_import: "questionImport",
  comparison: "comparison",
  dry_run: "dryRun",
  bulk_send: "bulkSend",
  repair: "repair",
  rubric_change: "rubricChange",
  backup: "backup",
  export: "export",
  rejudge: "rejudge",
};

/** Name of a job with the file that it is about. */
export const jobLabel = ({ kind, subject }: Pick<Job, "kind" | "subject">) =>
  subject ? t("named", { kind: t(KINDS[kind]), subject }) : t(KINDS[kind]);

/** A file that is downloaded comes through the connection of its page, which ends the job when it is closed. */
export const needsPage = ({ kind, subject }: Pick<Job, "kind" | "subject">) =>
  kind === "export" || (kind === "backup" && subject !== "");
