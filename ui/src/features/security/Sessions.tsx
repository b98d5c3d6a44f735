import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import type { Reply } from "@/api/operations";
import { invalidate, queryOf } from "@/api/query";
import { formatDateTime } from "@/lib/format";
import { useSend } from "@/lib/useSend";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { QueryError } from "@/ui/QueryError";
import { Skeleton } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import { t } from "./texts";

type Session = Reply<"/auth/sessions", "get">[number];

/** The server names a device in English. */
function deviceWords(device: string): string {
  const [browser, system] = device.split(" on ");
  return browser && system ? t("browserOn", { browser, system }) : device || t("unknownDevice");
}

function Row({ session, busy, onEnd }: { session: Session; busy: boolean; onEnd: () => void }) {
  const device = deviceWords(session.device ?? "");
  const used = formatDateTime(session.last_used_at);
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-5 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <bdi>{device}</bdi>
          {session.is_current && <Badge tone="green">{t("thisSession")}</Badge>}
        </p>
        <p className="text-muted text-sm">
          {session.network ? t("network", { network: session.network }) : t("unknownNetwork")}
        </p>
        <p className="text-muted text-sm">
          {t("signedIn", { at: formatDateTime(session.signed_in_at) })}
          {" · "}
          {t("lastUsed", { at: used })}
        </p>
      </div>
      {!session.is_current && (
        <Button
          variant="secondary"
          size="sm"
          busy={busy}
          aria-label={t("endNamed", { device, at: used })}
          onClick={onEnd}
        >
          {t("endSession")}
        </Button>
      )}
    </li>
  );
}

/** The sessions of the own account, each of which can be ended. */
export function Sessions() {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { data, error, refetch } = useQuery(queryOf("/auth/sessions"));
  const refresh = () => void invalidate(client, "/auth/sessions");
  const onError = (failure: Error) => {
    toast.error(t("failedToEnd", { reason: errorText(failure) }));
    refresh();
  };
  const end = useSend({
    mutationFn: (id: string) => api.delete("/auth/sessions/{id}", { path: { id } }),
    onSuccess: () => {
      toast.success(t("sessionEnded"));
      refresh();
    },
    onError,
  });
  const endOthers = useSend({
    mutationFn: () => api.delete("/auth/sessions"),
    onSuccess: ({ ended }) => {
      setAsking(false);
      toast.success(t("othersEnded", { count: ended }));
      refresh();
    },
    onError,
  });
  const hasOthers = data?.some((session) => !session.is_current);
  return (
    <Card
      flush
      title={t("sessions")}
      description={t("sessionsText")}
      actions={
        hasOthers && (
          <Button variant="secondary" size="sm" onClick={() => setAsking(true)}>
            {t("endOthers")}
          </Button>
        )
      }
    >
      {data ? (
        <ul aria-label={t("sessions")} className="divide-y divide-line">
          {data.map((session) => (
            <Row
              key={session.id}
              session={session}
              busy={end.isPending && end.variables === session.id}
              onEnd={() => end.mutate(session.id)}
            />
          ))}
        </ul>
      ) : error ? (
        <QueryError title={t("notLoaded")} {...{ error, refetch }} />
      ) : (
        <div role="status" aria-label={t("loadingSessions")} className="space-y-3 p-5">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={(open) => !endOthers.isPending && setAsking(open)}
        title={t("endOthersTitle")}
        description={t("endOthersText")}
        confirmLabel={t("endOthers")}
        danger
        busy={endOthers.isPending}
        onConfirm={() => endOthers.mutate()}
      />
    </Card>
  );
}
