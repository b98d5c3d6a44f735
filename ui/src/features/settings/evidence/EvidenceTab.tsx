import { useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import type { Reply } from "@/api/operations";
import { invalidate, queryOf } from "@/api/query";
import { useFirstAdmin } from "@/features/staff-shared/admins";
import { formatDateTime } from "@/lib/format";
import { useSend } from "@/lib/useSend";
import { Badge } from "@/ui/Badge";
import { Button, ButtonLink } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { CopyButton } from "@/ui/CopyButton";
import { EmptyState } from "@/ui/EmptyState";
import { QueryError } from "@/ui/QueryError";
import { SkeletonList } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import { useFailureToast } from "@/ui/useFailureToast";
import { t } from "./texts";

type Key = Reply<"/evidence-keys", "get">["keys"][number];

/** Digits in a group: people compare fingerprints by eye. */
const groups = (hex: string) => hex.match(/.{1,8}/g) ?? [hex];

function KeyRow({ fingerprint, created_at, retired_at }: Key) {
  return (
    <li className="space-y-2 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="text-sm tabular-nums">
          {retired_at
            ? t("until", { from: formatDateTime(created_at), to: formatDateTime(retired_at) })
            : formatDateTime(created_at)}
        </p>
        {retired_at ? <Badge>{t("retired")}</Badge> : <Badge tone="green">{t("signsNow")}</Badge>}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <code className="flex flex-wrap gap-x-2 font-mono text-xs">
          {groups(fingerprint).map((group, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: groups of one fingerprint may be equal
            <span key={place}>{group}</span>
          ))}
        </code>
        <CopyButton text={fingerprint} label={t("copyFingerprint")} />
      </div>
    </li>
  );
}

/** For the first administrator, once there is a key. */
function RotateKey({ current }: { current: Key | undefined }) {
  const client = useQueryClient();
  const isFirst = useFirstAdmin().data?.is_first_admin === true;
  const [asking, setAsking] = useState(false);
  const rotate = useSend({
    mutationFn: () => api.post("/evidence-keys/rotate", { body: { fingerprint: current?.fingerprint } }),
    onSuccess: () => toast.success(t("rotated")),
    onError: (error) => toast.error(t("rotateFailed", { reason: errorText(error) })),
    onSettled: () => {
      setAsking(false);
      return invalidate(client, "/evidence-keys");
    },
  });
  if (!isFirst || !current) return null;
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setAsking(true)}>
        {t("rotate")}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={(open) => !rotate.isPending && setAsking(open)}
        title={t("rotateQuestion")}
        description={t("rotateText")}
        confirmLabel={t("rotate")}
        busy={rotate.isPending}
        onConfirm={() => rotate.mutate()}
      />
    </>
  );
}

/** The keys that sign evidence (docs/evidence.md#keys). */
export function EvidenceTab() {
  const { data, error, refetch, isFetching } = useQuery(queryOf("/evidence-keys"));
  useFailureToast(error && !data, t("loadFailed"));
  return (
    <section aria-labelledby="evidence-keys" className="space-y-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-72">
          <h3 id="evidence-keys" className="font-semibold text-base">
            {t("evidenceKeys")}
          </h3>
          <p className="mt-1 text-ink-2 text-sm">{t("publish")}</p>
        </div>
        <ButtonLink to="/evidence" target="_blank" variant="secondary" size="sm">
          {t("verify")}
        </ButtonLink>
      </div>
      <div className="overflow-hidden rounded-card border border-line">
        {error && !data && <QueryError title={t("notLoaded")} {...{ error, refetch, isFetching }} />}
        {!data && !error && <SkeletonList rows={2} label={t("loading")} />}
        {data?.keys.length === 0 && (
          <EmptyState icon={<KeyRound />} title={t("noKey")} text={t("noKeyText")} />
        )}
        {data && data.keys.length > 0 && (
          <ul aria-label={t("keys")} className="divide-y divide-line">
            {data.keys.map((key) => (
              <KeyRow key={key.fingerprint} {...key} />
            ))}
          </ul>
        )}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-72 text-muted text-xs">
          {t.rich("earlier", { code: (inside) => <code className="font-mono">{inside}</code> })}
        </p>
        <RotateKey current={data?.keys.find(({ retired_at }) => !retired_at)} />
      </div>
    </section>
  );
}
