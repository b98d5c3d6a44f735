import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api, errorText } from "@/api/client";
import { RESULTS } from "@/api/groups";
import { invalidate } from "@/api/query";
import type { RejudgePreview, Test } from "@/api/types";
import { JobProgress } from "@/features/staff-shared/jobs/JobProgress";
import { useRunningJob } from "@/features/staff-shared/jobs/queries";
import { cautions, movesWords } from "@/features/staff-shared/moves/labels";
import { answerCount, formatTime } from "@/lib/format";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { toast } from "@/ui/toast";
import { t } from "./check-texts";
import { RejudgeProgress } from "./RejudgeProgress";

/** Interval between two checks of a dry run. */
const INTERVAL = 1_000;

const total = ({ judged, waiting, failed }: RejudgePreview) => judged + waiting + failed;

/** Explains the effect of judging the code of a test again. */
export function rejudgeWords(preview: RejudgePreview): string {
  const { waiting, outdated, kept } = preview;
  if (total(preview) === 0) return t("noCode");
  const changed = outdated > 0 && t("otherTests", { count: outdated });
  const waits = waiting > 0 && t("alreadyWaited", { count: waiting });
  const keeps = kept > 0 && t("keepTests", { count: kept });
  return [
    t("runOn", { count: total(preview) }),
    changed || (!keeps && t("unchanged")),
    keeps,
    waits,
    t("provisional"),
  ]
    .filter(Boolean)
    .join(" ");
}

/** Report of a dry run. */
function dryRunWords({ at, answers, no_verdict, submissions }: NonNullable<RejudgePreview["dry_run"]>) {
  const none = no_verdict > 0 && t("noVerdict", { count: no_verdict });
  const words = [
    t("dryRunAt", { time: formatTime(at), answers: answerCount(answers) }),
    movesWords(submissions),
    none,
    ...cautions(submissions),
  ];
  return words.filter(Boolean).join(" ");
}

interface DryRunProps {
  test: string;
  preview: RejudgePreview;
  busy: boolean;
  onStart: () => void;
  onCancel: () => void;
}

function DryRun({ test, preview, busy, onStart, onCancel }: DryRunProps) {
  const { dry_run, dry_run_percent: percent } = preview;
  const job = useRunningJob("dry_run", { test }, percent !== null);
  if (job) return <JobProgress job={job} />;
  return (
    <div className="space-y-3">
      <p aria-live="polite" className="text-sm text-ink-2">
        {percent !== null ? t("dryRunning", { percent }) : dry_run ? dryRunWords(dry_run) : t("dryRunHint")}
      </p>
      {percent !== null ? (
        <Button variant="secondary" size="sm" busy={busy} onClick={onCancel}>
          {t("stopDryRun")}
        </Button>
      ) : (
        <Button variant="secondary" size="sm" busy={busy} onClick={onStart}>
          {dry_run ? t("dryRunAgain") : t("dryRun")}
        </Button>
      )}
    </div>
  );
}

interface Props {
  test: Test;
  open: boolean;
  onOpen: (open: boolean) => void;
}

/** Judges all submitted code of a test on the tests that it has now. */
export function RejudgeDialog({ test, open, onOpen }: Props) {
  const client = useQueryClient();
  const path = { id: test.id };
  const queryKey = ["rejudge", test.id];
  const preview = useQuery({
    queryKey,
    queryFn: () => api.post("/tests/{id}/rejudge/preview", { path }),
    enabled: open,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data && state.data.dry_run_percent !== null ? INTERVAL : false),
  });
  const judge = useSend({
    mutationFn: () => api.post("/tests/{id}/rejudge", { path }),
    onSuccess: ({ answers }) => {
      onOpen(false);
      toast.success(t("willBeJudged", { count: answers }));
      void invalidate(client, "/admin/overview", "/jobs", ...RESULTS);
    },
    onError: (error) => toast.error(t("notJudged", { reason: errorText(error) })),
  });
  const dryRun = useSend({
    mutationFn: async (start: boolean) => {
      if (start) await api.post("/tests/{id}/rejudge/dry-run", { path });
      else await api.delete("/tests/{id}/rejudge/dry-run", { path });
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
    onError: (error) => toast.error(t("dryRunFailed", { reason: errorText(error) })),
  });
  const found = preview.data;
  const words = preview.isError ? errorText(preview.error) : found && rejudgeWords(found);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpen}
      title={t("judgeTitle")}
      description={words ?? t("counting")}
      confirmLabel={t("judgeAgain")}
      busy={judge.isPending || preview.isPending}
      onConfirm={() => judge.mutate()}
    >
      <RejudgeProgress test={test.id} />
      {found && total(found) > 0 && (
        <DryRun
          test={test.id}
          preview={found}
          busy={dryRun.isPending}
          onStart={() => dryRun.mutate(true)}
          onCancel={() => dryRun.mutate(false)}
        />
      )}
    </ConfirmDialog>
  );
}
