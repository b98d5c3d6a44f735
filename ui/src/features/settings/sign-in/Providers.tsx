import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import { invalidate, queryOf } from "@/api/query";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { QueryError } from "@/ui/QueryError";
import { SkeletonList } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import { ProviderDialog } from "./ProviderDialog";
import { PROVIDER, PROVIDERS, type Provider } from "./providers";
import { Steps } from "./Steps";
import { t } from "./texts";

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
    onError: (error) => toast.error(t("testFailed", { reason: errorText(error) })),
  });
  const who = side === "staff" ? t("staffByGroups", { count: roles.length }) : t("theApplicants");
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
              aria-label={t("testNamed", { name: label })}
              onClick={() => test.mutate()}
            >
              {t("test")}
            </Button>
            <Button
              variant="secondary"
              size="sm"
              aria-label={t("editNamed", { name: label })}
              onClick={onEdit}
            >
              {t("edit")}
            </Button>
            <Button
              variant="secondary"
              size="sm"
              aria-label={t("removeNamed", { name: label })}
              onClick={onRemove}
            >
              {t("remove")}
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
      toast.success(t("providerRemoved"));
      setRemoved(undefined);
    },
    onError: (failure) => toast.error(t("removeFailed", { reason: errorText(failure) })),
    onSettled: () => invalidate(client, PROVIDERS),
  });
  return (
    <Card flush title={t("companySignIn")} description={t("companySignInText")}>
      {error && !data && <QueryError title={t("providersNotLoaded")} {...{ error, refetch }} />}
      {!data && !error && <SkeletonList rows={1} label={t("loadingProviders")} />}
      {data && data.length > 0 && (
        <ul aria-label={t("identityProviders")} className="divide-y divide-line">
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
            {t("addProvider")}
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
        title={t("removeProviderQuestion")}
        description={t("removeText")}
        confirmLabel={t("removeProvider")}
        danger
        busy={remove.isPending}
        onConfirm={() => removed && remove.mutate(removed)}
      />
    </Card>
  );
}
