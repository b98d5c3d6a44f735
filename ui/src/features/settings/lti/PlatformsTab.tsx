import { useQuery, useQueryClient } from "@tanstack/react-query";
import { GraduationCap } from "lucide-react";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import { invalidate, queryOf } from "@/api/query";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { CopyButton } from "@/ui/CopyButton";
import { EmptyState } from "@/ui/EmptyState";
import { QueryError } from "@/ui/QueryError";
import { SkeletonList } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import { PlatformDialog } from "./PlatformDialog";
import { PLATFORM, PLATFORMS, type Platform } from "./platforms";
import { SigningKeys } from "./SigningKeys";
import { t } from "./texts";

interface RowProps {
  platform: Platform;
  onEdit: () => void;
  onRemove: () => void;
}

function PlatformRow({ platform, onEdit, onRemove }: RowProps) {
  const { name, issuer, tests } = platform;
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-5 py-3">
      <div className="min-w-0">
        <p className="font-medium">
          <bdi>{name}</bdi>
        </p>
        <p className="break-all text-muted text-sm">
          <bdi>{issuer}</bdi>
          {" · "}
          {tests ? t("chosenTests", { count: tests.length }) : t("allTests")}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" aria-label={t("editNamed", { name })} onClick={onEdit}>
          {t("edit")}
        </Button>
        <Button variant="secondary" size="sm" aria-label={t("removeNamed", { name })} onClick={onRemove}>
          {t("remove")}
        </Button>
      </div>
    </li>
  );
}

function Address({ label, url }: { label: string; url: string }) {
  return (
    <div className="space-y-1 px-5 py-3">
      <dt className="text-sm">{label}</dt>
      <dd className="flex flex-wrap items-center justify-between gap-x-2">
        <code dir="ltr" className="break-all text-sm">
          {url}
        </code>
        <span className="max-sm:-ms-3">
          <CopyButton text={url} label={t("copy")} name={t("copyNamed", { label })} />
        </span>
      </dd>
    </div>
  );
}

/** Learning platforms, whose courses have tests as activities. */
export function PlatformsTab() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(queryOf(PLATFORMS));
  const [edited, setEdited] = useState<Platform | "new">();
  const [removed, setRemoved] = useState<Platform>();
  const remove = useSend({
    mutationFn: ({ id, version }: Platform) => api.delete(PLATFORM, { path: { id }, query: { version } }),
    onSuccess: () => {
      toast.success(t("removed"));
      setRemoved(undefined);
    },
    onError: (failure) => toast.error(t("removeFailed", { reason: errorText(failure) })),
    onSettled: () => invalidate(client, PLATFORMS),
  });
  return (
    <div className="space-y-6">
      <Card
        flush
        title={t("platforms")}
        description={t("platformsText")}
        actions={
          data &&
          data.platforms.length > 0 && (
            <Button size="sm" onClick={() => setEdited("new")}>
              {t("add")}
            </Button>
          )
        }
      >
        {error && !data && <QueryError title={t("notLoaded")} {...{ error, refetch }} />}
        {!data && !error && <SkeletonList rows={1} label={t("loading")} />}
        {data?.platforms.length === 0 && (
          <EmptyState
            icon={<GraduationCap />}
            title={t("none")}
            text={t("noneText")}
            action={<Button onClick={() => setEdited("new")}>{t("add")}</Button>}
          />
        )}
        {data && data.platforms.length > 0 && (
          <ul aria-label={t("platforms")} className="divide-y divide-line">
            {data.platforms.map((platform) => (
              <PlatformRow
                key={platform.id}
                platform={platform}
                onEdit={() => setEdited(platform)}
                onRemove={() => setRemoved(platform)}
              />
            ))}
          </ul>
        )}
      </Card>
      {data && (
        <Card flush title={t("toRegister")} description={t("newWindow")}>
          <dl className="divide-y divide-line">
            <Address label={t("initiateLogin")} url={data.loginUrl} />
            <Address label={t("redirect")} url={data.launchUrl} />
            <Address label={t("publicKeyset")} url={data.keysUrl} />
          </dl>
        </Card>
      )}
      {data && <SigningKeys keys={data.keys} />}
      {edited && (
        <PlatformDialog
          platform={edited === "new" ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      <ConfirmDialog
        open={removed !== undefined}
        onOpenChange={(open) => !open && !remove.isPending && setRemoved(undefined)}
        title={t("removeQuestion")}
        description={t("removeText")}
        confirmLabel={t("removePlatform")}
        danger
        busy={remove.isPending}
        onConfirm={() => removed && remove.mutate(removed)}
      />
    </div>
  );
}
