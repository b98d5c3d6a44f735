import { serverWords } from "@/lib/server-words";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { t } from "../texts";
import { canGet, MAX_SECONDS, secondsOf, type Typed } from "./amounts";
import { gap, gapWords, lateWords } from "./labels";
import type { GivenRow, Outage, OutageAttempt } from "./wire";

interface Props {
  attempt: OutageAttempt;
  outage: Outage;
  typed: Typed;
  /** Whether the title of its test is shown: those of one test have it above the list. */
  hasTitle: boolean;
  /** Outcome when time was given; undefined before. */
  outcome: GivenRow | undefined;
  onType(seconds: string): void;
  onReopen(): void;
}

const ENDED = { ended: "theTestHasEnded", reopenable: "endedByTime" } as const;

/** Why an attempt gets no time now; null if it can. */
function state({ status, given_seconds }: OutageAttempt, isSettled: boolean): string | null {
  if (given_seconds != null) return t("givenBack", { time: gap(given_seconds) });
  if (status !== "running") return t(ENDED[status]);
  return isSettled ? t("noTimeGiven") : null;
}

/** One candidate of an outage, and the seconds to give back. */
export function AttemptRow({ attempt, outage, typed, hasTitle, outcome, onType, onReopen }: Props) {
  const seconds = secondsOf(attempt, typed);
  const settled = state(attempt, outage.state !== "open");
  const late = lateWords(attempt, outage);
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56 text-sm">
        <p className="font-medium">
          <bdi>{attempt.applicant_name}</bdi>
        </p>
        {hasTitle && (
          <p className="text-muted text-xs">
            <bdi>{attempt.test_title}</bdi>
          </p>
        )}
        <p className="mt-0.5 text-ink-2 text-xs tabular-nums">{gapWords(attempt)}</p>
        {late && <p className="mt-0.5 text-xs">{late}</p>}
        {outcome?.detail && <p className="mt-0.5 text-xs">{serverWords(outcome.detail)}</p>}
      </div>
      {settled !== null && (
        <p className="flex flex-wrap items-center gap-2 text-ink-2 text-sm tabular-nums">
          {settled}
          {attempt.status === "reopenable" && (
            <Button variant="secondary" size="sm" onClick={onReopen}>
              {t("reopen")}
            </Button>
          )}
        </p>
      )}
      {settled === null && canGet(attempt) && (
        <div className="flex items-start gap-2">
          <Field
            label={t.rich("secondsFor", {
              name: attempt.applicant_name,
              b: (inside) => <bdi>{inside}</bdi>,
            })}
            hideLabel
            className="w-24"
            error={seconds === undefined ? t("zeroTo", { max: MAX_SECONDS }) : undefined}
          >
            <Input
              type="number"
              inputMode="numeric"
              min={0}
              max={MAX_SECONDS}
              step={10}
              value={typed[attempt.attempt_id] ?? String(attempt.proposed_seconds)}
              onChange={(event) => onType(event.target.value)}
            />
          </Field>
          <p aria-hidden="true" className="w-32 pt-2.5 text-muted text-sm tabular-nums">
            {t("secondsAre", { time: gap(seconds ?? 0) })}
          </p>
        </div>
      )}
    </li>
  );
}
