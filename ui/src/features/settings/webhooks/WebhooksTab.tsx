import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus, Webhook as WebhookIcon } from "lucide-react";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import { invalidate, queryOf } from "@/api/query";
import { formatCount } from "@/lib/format";
import { useSend } from "@/lib/useSend";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { EmptyState } from "@/ui/EmptyState";
import { QueryError } from "@/ui/QueryError";
import { SkeletonList } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import { PLATFORMS } from "../lti/platforms";
import { DeliveriesDialog } from "./DeliveriesDialog";
import type { Webhook } from "./events";
import { t } from "./texts";
import { WebhookDialog } from "./WebhookDialog";

type Asked = { kind: "create" } | { kind: "change" | "deliveries" | "delete"; webhook: Webhook } | null;

function Row({
  webhook,
  isOfPlatform,
  onAsk,
}: {
  webhook: Webhook;
  /** It takes the grades of a learning platform. */
  isOfPlatform: boolean;
  onAsk: (asked: Asked) => void;
}) {
  const { name, url, enabled, events, tests, waiting, set_aside, delivered, of_orders, only_orders } =
    webhook;
  const what = of_orders
    ? t(isOfPlatform ? "ofPlatform" : "ofOrders")
    : tests
      ? t("kindsOfTests", { kinds: events.length, tests: tests.length })
      : t("kindsOfSite", { kinds: events.length });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4">
      <div className="min-w-0 flex-1 basis-80 space-y-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <bdi className="wrap-anywhere">{name}</bdi>
          <Badge tone={enabled ? "green" : "grey"}>{t(enabled ? "isOn" : "isOff")}</Badge>
          {set_aside > 0 && <Badge tone="red">{t("countSetAside", { count: set_aside })}</Badge>}
        </p>
        <p dir="ltr" className="break-all text-match font-mono text-ink-2 text-xs">
          {url}
        </p>
        <p className="text-muted text-sm">
          {only_orders
            ? t("factsOrders", {
                what,
                orders: `'${only_orders}'`,
                delivered: formatCount(delivered),
                waiting: formatCount(waiting),
              })
            : t("facts", { what, delivered: formatCount(delivered), waiting: formatCount(waiting) })}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {(
          [
            ["deliveries", "deliveries"],
            ["change", "changeIt"],
            ["delete", "deleteIt"],
          ] as const
        ).map(([kind, label]) => (
          <Button
            key={kind}
            variant="secondary"
            size="sm"
            aria-label={t("action", { action: t(label), name })}
            onClick={() => onAsk({ kind, webhook })}
          >
            {t(label)}
          </Button>
        ))}
      </div>
    </li>
  );
}

/** Receivers of the site that are called when something happens. */
export function WebhooksTab() {
  const client = useQueryClient();
  const { data, error, refetch, isFetching } = useQuery({ ...queryOf("/webhooks"), refetchInterval: 10_000 });
  const { data: lti } = useQuery(queryOf(PLATFORMS));
  const ofPlatforms = new Set(lti?.platforms.map(({ webhookId }) => webhookId));
  const [asked, setAsked] = useState<Asked>(null);
  const close = () => setAsked(null);
  const remove = useSend({
    mutationFn: ({ id, version }: Webhook) =>
      api.delete("/webhooks/{id}", { path: { id }, query: { version } }),
    onSuccess: () => {
      toast.success(t("deleted"));
      close();
    },
    onError: (failure) => toast.error(t("deleteFailed", { reason: errorText(failure) })),
    onSettled: () => void invalidate(client, "/webhooks"),
  });
  const add = (
    <Button icon={Plus} onClick={() => setAsked({ kind: "create" })}>
      {t("newWebhook")}
    </Button>
  );
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="min-w-0 flex-1 basis-80 text-muted text-sm">{t("intro")}</p>
        {data && data.length > 0 && add}
      </div>
      <div className="overflow-hidden rounded-card border border-line">
        {error && !data && <QueryError title={t("notLoaded")} {...{ error, refetch, isFetching }} />}
        {!data && !error && <SkeletonList rows={2} label={t("loading")} />}
        {data?.length === 0 && (
          <EmptyState
            icon={<WebhookIcon />}
            title={t("noWebhooks")}
            text={t("noWebhooksText")}
            action={add}
          />
        )}
        {data && data.length > 0 && (
          <ul aria-label={t("webhooks")} className="divide-y divide-line">
            {data.map((webhook) => (
              <Row
                key={webhook.id}
                webhook={webhook}
                isOfPlatform={ofPlatforms.has(webhook.id)}
                onAsk={setAsked}
              />
            ))}
          </ul>
        )}
      </div>
      {asked?.kind === "create" && <WebhookDialog onClose={close} />}
      {asked?.kind === "change" && <WebhookDialog webhook={asked.webhook} onClose={close} />}
      {asked?.kind === "deliveries" && <DeliveriesDialog webhook={asked.webhook} onClose={close} />}
      {asked?.kind === "delete" && (
        <ConfirmDialog
          open
          danger
          onOpenChange={(open) => !open && !remove.isPending && close()}
          title={t.rich("deleteQuestion", { name: <bdi>{asked.webhook.name}</bdi> })}
          description={`${t("deleteText")} ${
            asked.webhook.waiting > 0 ? t("deleteWaiting", { count: asked.webhook.waiting }) : ""
          }`}
          confirmLabel={t("deleteWebhook")}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(asked.webhook)}
        />
      )}
    </div>
  );
}
