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
import { ErrorState } from "@/ui/ErrorState";
import { Skeleton } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import { CreateApiToken } from "./CreateApiToken";
import { tokenRole } from "./roles";
import { t } from "./texts";

function Row({ token, isOwn, onRevoke }: { token: ApiToken; isOwn: boolean; onRevoke: () => void }) {
  const { name, role, tests, owner, created_at, expires_at, last_used_at } = token;
  const hasExpired = Date.parse(expires_at) <= Date.now();
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-5 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <bdi className="break-all">{name}</bdi>
          <Badge tone={hasExpired ? "red" : "blue"}>{hasExpired ? t("expired") : tokenRole(role)}</Badge>
        </p>
        <p className="text-muted text-sm">
          {t.rich(tests ? (isOwn ? "rowTests" : "rowTestsAs") : isOwn ? "rowWholeSite" : "rowWholeSiteAs", {
            count: tests?.length ?? 0,
            owner: <bdi>{owner}</bdi>,
            end: t(hasExpired ? "hasExpired" : "expires"),
            when: formatDateTime(expires_at),
          })}
        </p>
        <p className="text-muted text-sm">
          {t("made", { when: formatDateTime(created_at) })}{" "}
          {last_used_at ? t("lastUsed", { when: formatDateTime(last_used_at) }) : t("neverUsed")}
        </p>
      </div>
      <Button variant="secondary" size="sm" aria-label={t("revokeName", { name })} onClick={onRevoke}>
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
    <Button icon={<Plus aria-hidden="true" className="size-4" />} onClick={() => setCreating(true)}>
      {t("newToken")}
    </Button>
  );
  return (
    <main id="main" tabIndex={-1} className="mx-auto w-full max-w-2xl space-y-5 px-4 py-6 outline-none">
      <title>{t("pageTitle")}</title>
      <header className="flex items-center gap-3">
        <ButtonLink
          to="/admin"
          variant="ghost"
          size="sm"
          icon={<ArrowLeft aria-hidden="true" className="rtl:-scale-x-100 size-4" />}
        >
          {t("back")}
        </ButtonLink>
        <h1 className="font-semibold text-xl">{t("apiTokens")}</h1>
      </header>
      <Card
        flush
        title={t("tokens")}
        description={t("tokensText")}
        actions={data && data.length > 0 && create}
      >
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
          <ErrorState title={t("notLoaded")} detail={errorText(error)} onRetry={() => void refetch()} />
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
