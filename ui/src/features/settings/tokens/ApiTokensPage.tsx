import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import { invalidate, queryOf } from "@/api/query";
import type { ApiToken } from "@/api/types";
import { formatDateTime } from "@/lib/format";
import { useSend } from "@/lib/useSend";
import { useSession } from "@/stores/session";
import { Badge } from "@/ui/Badge";
import { Button, ButtonLink } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { EmptyState } from "@/ui/EmptyState";
import { QueryError } from "@/ui/QueryError";
import { Skeleton } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import { CreateApiToken } from "./CreateApiToken";
import { tokenRole } from "./roles";
import { t } from "./texts";

function Row({ token, isOwn, onRevoke }: { token: ApiToken; isOwn: boolean; onRevoke: () => void }) {
  const { name, role, tests, owner, created_at, expires_at, last_used_at } = token;
  const hasExpired = Date.parse(expires_at) <= Date.now();
  const times = [
    [t("made"), formatDateTime(created_at)],
    [t("lastUsed"), last_used_at ? formatDateTime(last_used_at) : t("neverUsed")],
    [t(hasExpired ? "hasExpired" : "expires"), formatDateTime(expires_at)],
  ] as const;
  return (
    <li className="grid items-center gap-x-6 gap-y-3 px-5 py-4 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
      <div className="min-w-0 space-y-0.5">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <bdi className="wrap-anywhere">{name}</bdi>
          <Badge tone={hasExpired ? "red" : "blue"}>{hasExpired ? t("expired") : tokenRole(role)}</Badge>
        </p>
        <p className="text-muted text-sm">
          {t.rich(tests ? (isOwn ? "rowTests" : "rowTestsAs") : isOwn ? "rowWholeSite" : "rowWholeSiteAs", {
            count: tests?.length ?? 0,
            owner: <bdi>{owner}</bdi>,
          })}
        </p>
      </div>
      <dl className="grid grid-cols-[auto_auto] justify-start gap-x-3 gap-y-0.5 text-sm tabular-nums">
        {times.map(([label, time]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd>{time}</dd>
          </div>
        ))}
      </dl>
      <Button
        variant="secondary"
        size="sm"
        className="justify-self-start"
        aria-label={t("revokeName", { name })}
        onClick={onRevoke}
      >
        {t("revoke")}
      </Button>
    </li>
  );
}

/** /admin/api-tokens: tokens by which programs call the API for the own account. */
export default function ApiTokensPage() {
  const client = useQueryClient();
  const user = useSession((state) => state.user);
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiToken>();
  const { data, error, refetch } = useQuery(queryOf("/tokens"));
  const revoke = useSend({
    mutationFn: (id: string) => api.delete("/tokens/{id}", { path: { id } }),
    onSuccess: () => {
      setRevoking(undefined);
      toast.success(t("revoked"));
    },
    onError: (failure) => toast.error(t("revokeFailed", { reason: errorText(failure) })),
    onSettled: () => void invalidate(client, "/tokens"),
  });
  const create = (
    <Button icon={Plus} onClick={() => setCreating(true)}>
      {t("newToken")}
    </Button>
  );
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto w-full max-w-desk space-y-5 px-4 py-6 outline-none sm:px-6"
    >
      <title>{t("pageTitle")}</title>
      <header className="flex flex-wrap items-center gap-3">
        <ButtonLink to="/admin" variant="ghost" size="sm" icon={ArrowLeft} turns>
          {t("back")}
        </ButtonLink>
        <h1 className="me-auto font-semibold text-xl">{t("apiTokens")}</h1>
        {data && data.length > 0 && create}
      </header>
      <p className="text-ink-2">{t("tokensText")}</p>
      <Card flush>
        {data?.length === 0 ? (
          <EmptyState icon={<KeyRound />} title={t("noTokens")} text={t("noTokensText")} action={create} />
        ) : data ? (
          <ul aria-label={t("apiTokens")} className="divide-y divide-line">
            {data.map((token) => (
              <Row
                key={token.id}
                token={token}
                isOwn={token.owner_id === user?.id}
                onRevoke={() => setRevoking(token)}
              />
            ))}
          </ul>
        ) : error ? (
          <QueryError title={t("notLoaded")} {...{ error, refetch }} />
        ) : (
          <div role="status" aria-label={t("loading")} className="space-y-3 p-5">
            <Skeleton className="h-12" />
            <Skeleton className="h-12" />
          </div>
        )}
      </Card>
      {creating && <CreateApiToken onClose={() => setCreating(false)} />}
      {revoking && (
        <ConfirmDialog
          open
          danger
          onOpenChange={() => setRevoking(undefined)}
          title={t.rich("revokeQuestion", { name: <bdi>{revoking.name}</bdi> })}
          description={t("revokeText")}
          confirmLabel={t("revokeToken")}
          busy={revoke.isPending}
          onConfirm={() => revoke.mutate(revoking.id)}
        />
      )}
    </main>
  );
}
