import { JobProgress } from "@/features/staff-shared/jobs/JobProgress";
import { useRunningJob } from "@/features/staff-shared/jobs/queries";
import { formatDateTime } from "@/lib/format";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { answers, type RunnerToken, stateOf } from "./labels";
import { t } from "./texts";

export interface RunnerRowProps {
  token: RunnerToken;
  onRevoke: () => void;
  onRejudge: () => void;
}

export function RunnerRow({ token, onRevoke, onRejudge }: RunnerRowProps) {
  const { id, name, by, at, revoked_at, verdicts, runners } = token;
  const { tone, text } = stateOf(token);
  const job = useRunningJob("rejudge", { subject: name }, true, false);
  return (
    <li className="space-y-2 px-4 py-3" aria-labelledby={`runner-${id}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p id={`runner-${id}`} className="min-w-0 break-all font-medium text-sm">
          {name}
        </p>
        <Badge tone={tone}>{text}</Badge>
      </div>
      {runners.map((runner) => (
        <div key={runner.since} className="space-y-1 text-ink-2 text-sm">
          <p>
            {t("slots", {
              count: runner.slots,
              languages: runner.languages.join(", ") || t("noLanguage"),
            })}
          </p>
          <p className="text-muted text-xs">
            {t("version", { version: runner.version, layers: runner.layers.join(", ") })}
            {runner.warnings.length > 0 && ` ${t("notUsed", { warnings: runner.warnings.join("; ") })}`}
          </p>
        </div>
      ))}
      {job && <JobProgress job={job} label={t("judgingAgain")} />}
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="text-muted text-xs">
          {revoked_at
            ? t("revokedVerdicts", { when: formatDateTime(revoked_at), answers: answers(verdicts) })
            : t.rich("madeVerdicts", {
                when: formatDateTime(at),
                name: <bdi>{by}</bdi>,
                answers: answers(verdicts),
              })}
        </p>
        <div className="flex flex-wrap gap-2">
          {verdicts > 0 && (
            <Button
              variant="secondary"
              size="sm"
              onClick={onRejudge}
              aria-label={t("judgeAgainNamed", { name })}
            >
              {t("judgeAgain")}
            </Button>
          )}
          {!revoked_at && (
            <Button variant="secondary" size="sm" onClick={onRevoke} aria-label={t("revokeNamed", { name })}>
              {t("revoke")}
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}
