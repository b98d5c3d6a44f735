import { CircleCheck, CircleMinus, CircleX, MailWarning } from "lucide-react";
import { serverWords } from "@/lib/server-words";
import { t } from "../form-texts";
import { CopyLinks } from "./CopyLinks";
import { isRefused, type Outcome } from "./useBulkSend";

/** Icon, colour of icon and text, and sentence of a row. */
function shown(outcome: Outcome) {
  const { result } = outcome;
  if (isRefused(outcome)) {
    const words = result?.detail ? serverWords(result.detail) : t("noResult");
    return { Icon: CircleX, tone: "text-error", ink: "text-error", words };
  }
  if (!result?.ok)
    return { Icon: CircleMinus, tone: "text-muted", ink: "text-muted", words: t("skippedAlready") };
  if (result.email_queued === false) {
    const words = t("createdNoMail");
    return { Icon: MailWarning, tone: "text-warning", ink: "text-muted", words };
  }
  return {
    Icon: CircleCheck,
    tone: "text-success",
    ink: "text-muted",
    words: t("createdOnWay"),
  };
}

function Line({ outcome }: { outcome: Outcome }) {
  const { person } = outcome;
  const { Icon, tone, ink, words } = shown(outcome);
  return (
    <li className="flex items-start gap-3 px-3 py-2 [contain-intrinsic-size:auto_3.25rem] [content-visibility:auto]">
      <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${tone}`} />
      <span className="min-w-0 flex-1">
        <span className="block truncate">
          <bdi>{person.name}</bdi> <span className="text-muted">{person.email}</span>
        </span>
        <span className={`block text-xs ${ink}`}>{words}</span>
      </span>
    </li>
  );
}

/** One line per person: failures first, then who was skipped. */
export function Outcomes({ outcomes, test }: { outcomes: Outcome[]; test: string }) {
  const failed = outcomes.filter(isRefused);
  const created = outcomes.filter(({ result }) => result?.ok);
  const skipped = outcomes.filter(({ result }) => result?.already_invited);
  const unsent = created.flatMap(({ result }) =>
    result?.email_queued === false && result.invite_id ? [result.invite_id] : [],
  );
  const rows = [...failed, ...skipped, ...created];
  return (
    <>
      <p role="status" className="mb-3 font-medium tabular-nums">
        {t("createdCount", { count: created.length })}
        {skipped.length > 0 && (
          <span className="text-muted">{t("skippedCount", { count: skipped.length })}</span>
        )}
        {failed.length > 0 && (
          <span className="text-error">{t("notCreatedToo", { count: failed.length })}</span>
        )}
      </p>
      {unsent.length > 0 && (
        <div className="toned tone-amber mb-3 flex flex-wrap items-center justify-between gap-3 rounded-control px-3 py-2.5 text-sm">
          <p className="min-w-0 flex-1 basis-60">{t("noMailSent")}</p>
          <CopyLinks test={test} ids={unsent} />
        </div>
      )}
      <ol
        aria-label={t("results")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable (WCAG 2.1.1)
        tabIndex={0}
        className="max-h-96 divide-y divide-line overflow-y-auto rounded-control border border-line text-sm"
      >
        {rows.map((outcome) => (
          <Line key={`${outcome.person.line} ${outcome.person.email}`} outcome={outcome} />
        ))}
      </ol>
    </>
  );
}
