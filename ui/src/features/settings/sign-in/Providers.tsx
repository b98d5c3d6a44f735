import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import { invalidate, queryOf } from "@/api/query";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { ErrorState } from "@/ui/ErrorState";
import { SkeletonList } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import { ProviderDialog } from "./ProviderDialog";
import { PROVIDER, PROVIDERS, type Provider } from "./providers";
import { Steps } from "./Steps";

const TEST = "/admin/oidc-providers/{id}/test";

interface RowProps {
  provider: Provider;
  allowed: boolean;
  onEdit: () => void;
  onRemove: () => void;
}

function ProviderRow({ provider, allowed, onEdit, onRemove }: RowProps) {
  const { id, label, issuer, side, roles } = provider;
  const test = useSend({
    mutationFn: () => api.post(TEST, { path: { id } }),
    onError: (error) => toast.error(`Failed to test: ${errorText(error)}`),
  });
  const who = side === "staff" ? `staff, by ${roles.length} groups` : "applicants";
  return (
    <li className="space-y-2 px-5 py-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="font-medium">
            <bdi>{label}</bdi>
          </p>
          <p className="break-all text-muted text-sm">
            <bdi>{issuer}</bdi>
            {" · "}
            {who}
          </p>
        </div>
        {allowed && (
          <div className="flex flex-wrap gap-2">
            <Button
              variant="secondary"
              size="sm"
              busy={test.isPending}
              aria-label={`Test ${label}`}
              onClick={() => test.mutate()}
            >
              Test
            </Button>
            <Button variant="secondary" size="sm" aria-label={`Edit ${label}`} onClick={onEdit}>
              Edit
            </Button>
            <Button variant="secondary" size="sm" aria-label={`Remove ${label}`} onClick={onRemove}>
              Remove
            </Button>
          </div>
        )}
      </div>
      {test.data && <Steps steps={test.data.steps} />}
    </li>
  );
}

/** The company's identity providers. */
export function Providers({ allowed }: { allowed: boolean }) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(queryOf(PROVIDERS));
  const [edited, setEdited] = useState<Provider | "new">();
  const [removed, setRemoved] = useState<Provider>();
  const remove = useSend({
    mutationFn: ({ id, version }: Provider) => api.delete(PROVIDER, { path: { id }, query: { version } }),
    onSuccess: () => {
      toast.success("Provider removed");
      setRemoved(undefined);
    },
    onError: (failure) => toast.error(`Failed to remove it: ${errorText(failure)}`),
    onSettled: () => invalidate(client, PROVIDERS),
  });
  return (
    <Card
      flush
      title="Company sign-in"
      description="Identity providers that speak OpenID Connect, such as Entra, Keycloak or AD FS. Passwords of this site still work."
    >
      {error && !data && (
        <ErrorState
          title="The providers could not be loaded"
          detail={errorText(error)}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <SkeletonList rows={1} label="Loading the providers" />}
      {data && data.length > 0 && (
        <ul aria-label="Identity providers" className="divide-y divide-line">
          {data.map((provider) => (
            <ProviderRow
              key={provider.id}
              provider={provider}
              allowed={allowed}
              onEdit={() => setEdited(provider)}
              onRemove={() => setRemoved(provider)}
            />
          ))}
        </ul>
      )}
      {data && allowed && (
        <div className="px-5 py-3">
          <Button variant="secondary" size="sm" onClick={() => setEdited("new")}>
            Add provider
          </Button>
        </div>
      )}
      {edited && (
        <ProviderDialog
          provider={edited === "new" ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      <ConfirmDialog
        open={removed !== undefined}
        onOpenChange={(open) => !open && !remove.isPending && setRemoved(undefined)}
        title="Remove this provider?"
        description="The sessions that it began end. The accounts stay, but their owners need a password of this site."
        confirmLabel="Remove provider"
        danger
        busy={remove.isPending}
        onConfirm={() => removed && remove.mutate(removed)}
      />
    </Card>
  );
}
