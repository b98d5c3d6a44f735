import { MailCheck, MailX } from "lucide-react";
import type { SendReply } from "@/api/ranking";
import type { Decidable } from "../decision/decidable";
import { toldWords } from "../labels";
import { t } from "../texts";
import { effectWords, outcomeWords } from "./labels";

/** Who gets the mail, and the mail of the first of them. */
export function SendPreview({ reply, rows }: { reply: SendReply; rows: readonly Decidable[] }) {
  const rowOf = new Map(rows.map((row) => [row.submission_id, row]));
  return (
    <div className="space-y-4">
      {reply.preview && (
        <section aria-label={t("firstEmail")} className="rounded-card border border-line p-4">
          <p dir="auto" className="font-semibold">
            {reply.preview.subject}
          </p>
          <p dir="auto" className="mt-2 whitespace-pre-wrap text-ink-2">
            {reply.preview.body}
          </p>
        </section>
      )}
      <p role="status" className="font-medium text-sm">
        {effectWords(reply.rows)}
      </p>
      <ul className="divide-y divide-line text-sm">
        {reply.rows.map(({ submission_id, applicant_email, outcome }) => {
          const row = rowOf.get(submission_id);
          const told = toldWords(row?.told ?? []);
          const Icon = outcome === "queued" ? MailCheck : MailX;
          return (
            <li key={submission_id} className="flex items-start gap-2 py-2">
              <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
              <p className="min-w-0">
                <bdi className="font-medium">{row?.applicant_name ?? applicant_email}</bdi>{" "}
                {outcomeWords(outcome, row?.decision != null)}
                {told && <span className="block text-muted text-xs">{told}</span>}
              </p>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
