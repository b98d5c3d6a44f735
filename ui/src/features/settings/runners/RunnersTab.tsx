import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Cpu, Plus, ShieldAlert } from "lucide-react";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import type { Reply } from "@/api/operations";
import { invalidate, queryOf } from "@/api/query";
import { useFirstAdmin } from "@/features/staff-shared/admins";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { EmptyState } from "@/ui/EmptyState";
import { QueryError } from "@/ui/QueryError";
import { SkeletonList } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import { useFailureToast } from "@/ui/useFailureToast";
import { CreateTokenDialog } from "./CreateTokenDialog";
import { answers, type RunnerToken } from "./labels";
import { RunnerRow } from "./RunnerRow";
import { t } from "./texts";

type Verdicts = Reply<"/admin/runners/{id}/revoke", "post">;
type Asked =
  | { kind: "create" }
  | { kind: "revoke"; token: RunnerToken }
  | { kind: "rejudge"; token: RunnerToken; verdicts: Verdicts | undefined }
  | null;

/** Answers judged by a machine, by test. */
function Judged({ verdicts }: { verdicts: Verdicts }) {
  return (
    <>
      {verdicts.tests.map(({ test_id, test_title, answers: count }) => (
        <span key={test_id} className="block">
          {t.rich("judgedRow", { test: <bdi>{test_title}</bdi>, answers: answers(count) })}
        </span>
      ))}
    </>
  );
}

function Runners() {
  const client = useQueryClient();
  const { data, error, refetch, isFetching } = useQuery({
    ...queryOf("/admin/runners"),
    refetchInterval: 10_000,
  });
  const [asked, setAsked] = useState<Asked>(null);
  useFailureToast(error && !data, t("loadFailed"));
  const refresh = () => invalidate(client, "/admin/runners");
  const revoke = useSend({
    mutationFn: (token: RunnerToken) => api.post("/admin/runners/{id}/revoke", { path: { id: token.id } }),
    onSuccess: (verdicts, token) => {
      toast.success(t("refused", { name: token.name }));
      setAsked(verdicts.answers > 0 ? { kind: "rejudge", token, verdicts } : null);
    },
    onError: (failure) => toast.error(t("revokeFailed", { reason: errorText(failure) })),
    onSettled: refresh,
  });
  const rejudge = useSend({
    mutationFn: (token: RunnerToken) => api.post("/admin/runners/{id}/rejudge", { path: { id: token.id } }),
    onSuccess: ({ answers: count }) => {
      toast.success(t("judgedAgain", { count }));
      void invalidate(client, "/jobs");
      setAsked(null);
    },
    onError: (failure) => toast.error(t("judgeFailed", { reason: errorText(failure) })),
    onSettled: refresh,
  });
  const add = (
    <Button icon={Plus} onClick={() => setAsked({ kind: "create" })}>
      {t("add")}
    </Button>
  );
  return (
    <>
      <div className="overflow-hidden rounded-card border border-line">
        {error && !data && <QueryError title={t("notLoaded")} {...{ error, refetch, isFetching }} />}
        {!data && !error && <SkeletonList rows={2} label={t("loading")} />}
        {data?.tokens.length === 0 && (
          <EmptyState icon={<Cpu />} title={t("noMachines")} text={t("noMachinesText")} action={add} />
        )}
        {data && data.tokens.length > 0 && (
          <ul aria-label={t("codeRunners")} className="divide-y divide-line">
            {data.tokens.map((token) => (
              <RunnerRow
                key={token.id}
                token={token}
                onRevoke={() => setAsked({ kind: "revoke", token })}
                onRejudge={() => setAsked({ kind: "rejudge", token, verdicts: undefined })}
              />
            ))}
          </ul>
        )}
      </div>
      {data && data.tokens.length > 0 && <div className="flex justify-end">{add}</div>}
      {asked?.kind === "create" && <CreateTokenDialog onClose={() => setAsked(null)} />}
      <ConfirmDialog
        open={asked?.kind === "revoke"}
        onOpenChange={(open) => !open && !revoke.isPending && setAsked(null)}
        title={t("revokeQuestion")}
        description={
          asked?.kind === "revoke" &&
          t("revokeText", { name: asked.token.name, answers: answers(asked.token.verdicts) })
        }
        confirmLabel={t("revokeToken")}
        danger
        busy={revoke.isPending}
        onConfirm={() => asked?.kind === "revoke" && revoke.mutate(asked.token)}
      />
      <ConfirmDialog
        open={asked?.kind === "rejudge"}
        onOpenChange={(open) => !open && !rejudge.isPending && setAsked(null)}
        title={t("rejudgeQuestion")}
        description={
          asked?.kind === "rejudge" && (
            <>
              <span className="block">
                {t("rejudgeText", {
                  answers: answers(asked.verdicts?.answers ?? asked.token.verdicts),
                  name: asked.token.name,
                })}
              </span>
              {asked.verdicts && <Judged verdicts={asked.verdicts} />}
            </>
          )
        }
        confirmLabel={t("judgeAgain")}
        cancelLabel={t("keep")}
        busy={rejudge.isPending}
        onConfirm={() => asked?.kind === "rejudge" && rejudge.mutate(asked.token)}
      />
    </>
  );
}

/** Code runners on other machines (docs/behaviour/code.md#more-machines). */
export function RunnersTab() {
  const first = useFirstAdmin();
  return (
    <section aria-labelledby="code-runners" className="space-y-4">
      <div>
        <h3 id="code-runners" className="font-semibold text-base">
          {t("onOthers")}
        </h3>
        <p className="mt-1 text-ink-2 text-sm">
          {t.rich("onOthersText", {
            code: (inside) => <code className="font-mono text-xs">{inside}</code>,
          })}
        </p>
      </div>
      {first.data?.is_first_admin === true && <Runners />}
      {first.data?.is_first_admin === false && (
        <div role="note" className="toned tone-red flex gap-3 rounded-control p-4 text-sm">
          <ShieldAlert aria-hidden="true" className="size-5 shrink-0" />
          <p>{t("onlyFirst")}</p>
        </div>
      )}
      {!first.data && !first.error && <SkeletonList rows={2} label={t("loading")} />}
      {first.error && !first.data && (
        <QueryError
          title={t("notLoaded")}
          error={first.error}
          refetch={first.refetch}
          isFetching={first.isFetching}
        />
      )}
    </section>
  );
}
