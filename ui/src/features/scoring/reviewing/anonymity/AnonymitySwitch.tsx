import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import { NAMED } from "@/api/groups";
import { invalidate } from "@/api/query";
import { formatDateTime } from "@/lib/format";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { changedByOther } from "@/ui/changed";
import { toast } from "@/ui/toast";
import { anonymityQuery } from "../queries";
import { t } from "../texts";
import { RevealDialog } from "./RevealDialog";

/** Hides the names of a test, and shows them again. */
export function AnonymitySwitch({ test }: { test: string }) {
  const client = useQueryClient();
  const { data } = useQuery(anonymityQuery(test));
  const [revealing, setRevealing] = useState(false);
  const save = useSend({
    mutationFn: (anonymous: boolean) =>
      api.put("/tests/{id}/anonymous", {
        path: { id: test },
        body: { anonymous, version: data?.version ?? null },
      }),
    onSuccess: ({ names_hidden }) => {
      void invalidate(client, ...NAMED);
      toast.success(names_hidden ? t("nowHidden") : t("notAnonymous"));
    },
    onError: (error) => {
      void invalidate(client, "/tests/{id}/anonymous");
      const conflict = changedByOther(error);
      toast.error(
        conflict
          ? t("changedMeanwhile", { by: conflict.by })
          : t("anonymousFailed", { reason: errorText(error) }),
      );
    },
  });
  if (!data) return null;
  const { anonymous, names_hidden, revealed_by, revealed_at, reveal_reason } = data;
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-2">
      {names_hidden ? (
        <>
          <div className="flex min-w-64 flex-1 gap-3 text-sm">
            <EyeOff aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
            <div>
              <p className="font-medium">{t("anonymousHidden")}</p>
              <p className="text-muted text-xs">{t("anonymityText")}</p>
            </div>
          </div>
          <Button variant="secondary" size="sm" icon={Eye} onClick={() => setRevealing(true)}>
            {t("revealNames")}
          </Button>
        </>
      ) : (
        <div className="min-w-64 flex-1">
          <Checkbox
            // After a reveal it is on, but hides nothing: a press hides the names again.
            checked={false}
            disabled={save.isPending}
            label={anonymous ? t("anonymousAgain") : t("anonymous")}
            hint={t("anonymityText")}
            onChange={() => save.mutate(true)}
          />
          {anonymous && revealed_by !== null && revealed_at !== null && (
            <div className="ms-7 flex flex-wrap items-center gap-x-4 gap-y-1">
              <p dir="auto" className="text-muted text-xs">
                {t.rich("revealedBy", {
                  by: <bdi key="by">{revealed_by}</bdi>,
                  at: formatDateTime(revealed_at),
                  reason: reveal_reason,
                })}
              </p>
              <Button
                variant="ghost"
                size="sm"
                disabled={save.isPending}
                title={t("sharedAgain")}
                onClick={() => save.mutate(false)}
              >
                {t("endAnonymous")}
              </Button>
            </div>
          )}
        </div>
      )}
      {revealing && <RevealDialog test={test} onClose={() => setRevealing(false)} />}
    </div>
  );
}
