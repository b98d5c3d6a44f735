import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import { invalidate, queryOf } from "@/api/query";
import type { ApiToken } from "@/api/types";
import { formatDateTime, plural } from "@/lib/format";
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
import { TOKEN_ROLES } from "./roles";

function Row({ token, isOwn, onRevoke }: { token: ApiToken; isOwn: boolean; onRevoke: () => void }) {
  const { name, role, tests, owner, created_at, expires_at, last_used_at } = token;
  const hasExpired = Date.parse(expires_at) <= Date.now();
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-5 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <bdi className="break-all">{name}</bdi>
          <Badge tone={hasExpired ? "red" : "blue"}>{hasExpired ? "Expired" : TOKEN_ROLES[role]}</Badge>
        </p>
        <p className="text-muted text-sm">
          {tests ? `For ${plural(tests.length, "test")}` : "For the whole site"}
          {!isOwn && (
            <>
              , as <bdi>{owner}</bdi>
            </>
          )}
          . {hasExpired ? "Expired" : "Expires"} {formatDateTime(expires_at)}.
        </p>
        <p className="text-muted text-sm">
          Made {formatDateTime(created_at)}.{" "}
          {last_used_at ? `Last used ${formatDateTime(last_used_at)}.` : "Never used."}
        </p>
      </div>
      <Button variant="secondary" size="sm" aria-label={`Revoke: ${name}`} onClick={onRevoke}>
        Revoke
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
      toast.success("The token is revoked");
    },
    onError: (failure) => toast.error(`Failed to revoke the token: ${errorText(failure)}`),
    onSettled: () => void invalidate(client, "/tokens"),
  });
  const create = (
    <Button icon={<Plus aria-hidden="true" className="size-4" />} onClick={() => setCreating(true)}>
      New token
    </Button>
  );
  return (
    <main id="main" tabIndex={-1} className="mx-auto w-full max-w-2xl space-y-5 px-4 py-6 outline-none">
      <title>API tokens | Invigil</title>
      <header className="flex items-center gap-3">
        <ButtonLink
          to="/admin"
          variant="ghost"
          size="sm"
          icon={<ArrowLeft aria-hidden="true" className="size-4" />}
        >
          Back
        </ButtonLink>
        <h1 className="font-semibold text-xl">API tokens</h1>
      </header>
      <Card
        flush
        title="Tokens"
        description="A program sends a token to call the API for your account, with the rights of a role."
        actions={data && data.length > 0 && create}
      >
        {data?.length === 0 ? (
          <EmptyState
            icon={<KeyRound />}
            title="No tokens"
            text="A token is shown once, when it is made. It can be revoked at any time."
            action={create}
          />
        ) : data ? (
          <ul aria-label="API tokens" className="divide-y divide-line">
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
          <ErrorState
            title="The tokens could not be loaded"
            detail={errorText(error)}
            onRetry={() => void refetch()}
          />
        ) : (
          <div role="status" aria-label="Loading the tokens" className="space-y-3 p-5">
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
          title={
            <>
              Revoke <bdi>{revoking.name}</bdi>?
            </>
          }
          description="Programs that use it are refused from now on. This cannot be undone."
          confirmLabel="Revoke token"
          busy={revoke.isPending}
          onConfirm={() => revoke.mutate(revoking.id)}
        />
      )}
    </main>
  );
}
