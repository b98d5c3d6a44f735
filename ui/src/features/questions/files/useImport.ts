import { useQueryClient } from "@tanstack/react-query";
import { api, errorText } from "@/api/client";
import { invalidate } from "@/api/query";
import type { ImportReport } from "@/api/types";
import { questionCount } from "@/lib/format";
import { useSend } from "@/lib/useSend";
import { toast } from "@/ui/toast";
import { t } from "./texts";

/** Maximum bytes; the server rejects more. */
export const FILE_MAX = 10 * 1024 * 1024;

export const formats = (): { value: string; label: string }[] => [
  { value: "auto", label: t("auto") },
  { value: "json", label: "JSON" },
  { value: "yaml", label: "YAML" },
  { value: "csv", label: t("csv") },
  { value: "gift", label: "Moodle GIFT" },
  { value: "moodle_xml", label: "Moodle XML" },
  { value: "aiken", label: "Aiken" },
  { value: "qti", label: t("qti") },
  { value: "qti12", label: "IMS QTI 1.2 (Canvas, Blackboard)" },
  { value: "contest", label: t("contest") },
];

export interface Chosen {
  file: File;
  format: string;
  /** What scores or reads differently is accepted. */
  accepted?: boolean;
}

/** Target of an import. */
export type Target = "tests" | "questions";

/** "3 tests", or "12 questions" for the bank. */
export function amount(target: Target, { tests }: ImportReport): string {
  if (target === "tests") return t("testCount", { count: tests.length });
  return questionCount(tests.reduce((sum, test) => sum + test.question_count, 0));
}

const send = (target: Target, { file, format, accepted }: Chosen, dryRun: boolean) =>
  api.post(target === "tests" ? "/tests/import" : "/questions/import", {
    // The browser's MIME type is ignored: the server checks content and name.
    body: new Blob([file], { type: "application/octet-stream" }),
    query: { format, filename: file.name, dry_run: dryRun, accept_changes: accepted },
  });

/** Dry run of a file on the server, then the import. */
export function useImport(target: Target, onDone: () => void) {
  const client = useQueryClient();
  const preview = useSend({ mutationFn: (chosen: Chosen) => send(target, chosen, true) });
  const run = useSend({
    mutationFn: (chosen: Chosen) => send(target, chosen, false),
    onSuccess: (report) => {
      toast.success(t("imported", { amount: amount(target, report) }));
      if (target === "tests") void invalidate(client, "/tests", "/admin/overview");
      else void invalidate(client, "/questions");
      onDone();
    },
    onError: (error) => toast.error(t("notImported", { reason: errorText(error) })),
  });
  return { preview, run };
}
