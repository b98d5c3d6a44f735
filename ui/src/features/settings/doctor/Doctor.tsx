import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { errorText } from "@/api/client";
import { queryOf } from "@/api/query";
import type { Finding } from "@/api/types";
import { formatDateTime } from "@/lib/format";
import { Badge, type Tone } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { QueryError } from "@/ui/QueryError";
import { Skeleton } from "@/ui/Skeleton";
import { serverSentence } from "../../staff-shared/server-sentence";
import { t } from "./texts";
import { labelOf, troubleFirst, verdict } from "./topics";

/** Cache time in ms: each check contacts the mail server and the AI service. */
const STALE_MS = 60_000;

const SHOWN = {
  ok: { tone: "green", word: "ok", Icon: CircleCheck },
  note: { tone: "grey", word: "note", Icon: Info },
  warning: { tone: "amber", word: "warning", Icon: TriangleAlert },
  problem: { tone: "red", word: "problem", Icon: CircleAlert },
} as const satisfies Record<Finding["state"], { tone: Tone; word: string; Icon: typeof CircleCheck }>;

/** A state of the server as a badge. */
export function State({ state, text }: { state: Finding["state"]; text?: string }) {
  const { tone, word, Icon } = SHOWN[state];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" className="size-3.5" />}>
      {text ?? t(word)}
    </Badge>
  );
}

function Line({ finding }: { finding: Finding }) {
  return (
    <li className="grid grid-cols-[1fr_auto] items-start gap-x-4 gap-y-1.5 px-4 py-3 sm:grid-cols-[8.5rem_1fr_auto]">
      <h4 className="font-medium text-sm">{labelOf(finding.topic)}</h4>
      <div className="min-w-0 space-y-1 text-sm max-sm:order-last max-sm:col-span-2">
        <p className="break-words">{serverSentence(finding.said, finding.said_parts)}</p>
        {finding.fix && (
          <p className="break-words text-muted">{serverSentence(finding.fix, finding.fix_parts)}</p>
        )}
      </div>
      <State state={finding.state} />
    </li>
  );
}

/** Diagnosis of the installation, with how to fix each problem. */
export function Doctor() {
  const [all, setAll] = useState(false);
  const { data, error, refetch, isFetching } = useQuery({
    ...queryOf("/admin/doctor"),
    staleTime: STALE_MS,
    retry: false,
  });
  if (error && !data) {
    return <QueryError title={t("notChecked")} {...{ error, refetch, isFetching }} />;
  }
  if (!data) {
    return (
      <div role="status" aria-label={t("checking")} className="space-y-2">
        {[0, 1, 2, 3, 4, 5, 6, 7].map((line) => (
          <Skeleton key={line} className="h-14" />
        ))}
      </div>
    );
  }
  const sum = verdict(data.findings);
  const findings = troubleFirst(data.findings);
  const shown = all ? findings : findings.filter(({ state }) => state !== "ok");
  return (
    <section aria-label={t("serverCheck")} className="space-y-4">
      <div className="flex flex-wrap items-center gap-3">
        <div role="status">
          <State state={sum.state} text={sum.text} />
        </div>
        <p className="min-w-0 flex-1 basis-44 text-muted text-xs tabular-nums">
          {t("checked", { when: formatDateTime(data.checked_at) })}
        </p>
        <Button variant="secondary" size="sm" busy={isFetching} onClick={() => void refetch()}>
          {t("checkAgain")}
        </Button>
      </div>
      {error && <p className="text-error text-sm">{errorText(error)}</p>}
      <ul className="divide-y divide-line rounded-card border border-line empty:hidden">
        {shown.map((finding) => (
          <Line key={`${finding.topic} ${finding.said}`} finding={finding} />
        ))}
      </ul>
      {shown.length < findings.length && (
        <Button variant="ghost" size="sm" className="-ms-2.5" onClick={() => setAll(true)}>
          {t("showAll", { count: findings.length })}
        </Button>
      )}
      <p className="text-muted text-xs">{t.rich("noEmail", { code: (inside) => <code>{inside}</code> })}</p>
    </section>
  );
}
