import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import { invalidate } from "@/api/query";
import { formatDateTime } from "@/lib/format";
import { useSend } from "@/lib/useSend";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { toast } from "@/ui/toast";
import { PLATFORMS, ROTATE, type SigningKey } from "./platforms";
import { t } from "./texts";

function KeyRow({ id, createdAt, retiredAt, publishedUntil }: SigningKey) {
  const signed = {
    from: formatDateTime(createdAt),
    to: formatDateTime(retiredAt),
    end: formatDateTime(publishedUntil),
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-5 py-3">
      <div className="min-w-0">
        <code dir="ltr" className="break-all text-sm">
          {id}
        </code>
        <p className="text-muted text-sm tabular-nums">
          {retiredAt ? t("signedUntil", signed) : t("signsSince", { at: signed.from })}
        </p>
      </div>
      {retiredAt ? <Badge>{t("retired")}</Badge> : <Badge tone="green">{t("signsNow")}</Badge>}
    </li>
  );
}

/** The keys that sign for the platforms (docs/lti.md#keys). There is none before the first platform. */
export function SigningKeys({ keys }: { keys: SigningKey[] }) {
  const client = useQueryClient();
  /** The one that is to be replaced, as the person saw it when they pressed the button. */
  const [seen, setSeen] = useState<SigningKey>();
  const rotate = useSend({
    mutationFn: ({ id }: SigningKey) => api.post(ROTATE, { body: { key: id } }),
    onSuccess: () => toast.success(t("rotated")),
    onError: (error) => toast.error(t("rotateFailed", { reason: errorText(error) })),
    onSettled: () => {
      setSeen(undefined);
      return invalidate(client, PLATFORMS);
    },
  });
  const current = keys.find(({ retiredAt }) => !retiredAt);
  if (!current) return null;
  return (
    <Card
      flush
      title={t("signingKeys")}
      description={t("signingKeysText")}
      actions={
        <Button variant="secondary" size="sm" onClick={() => setSeen(current)}>
          {t("rotate")}
        </Button>
      }
    >
      <ul aria-label={t("signingKeys")} className="divide-y divide-line">
        {keys.map((key) => (
          <KeyRow key={key.id} {...key} />
        ))}
      </ul>
      <ConfirmDialog
        open={seen !== undefined}
        onOpenChange={(open) => !open && !rotate.isPending && setSeen(undefined)}
        title={t("rotateQuestion")}
        description={t("rotateText")}
        confirmLabel={t("rotate")}
        busy={rotate.isPending}
        onConfirm={() => seen && rotate.mutate(seen)}
      />
    </Card>
  );
}
