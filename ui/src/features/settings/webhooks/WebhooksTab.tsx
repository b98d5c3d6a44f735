import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus, Webhook as WebhookIcon } from "lucide-react";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import { invalidate, queryOf } from "@/api/query";
import { plural } from "@/lib/format";
import { useSend } from "@/lib/useSend";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { EmptyState } from "@/ui/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { SkeletonList } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import { DeliveriesDialog } from "./DeliveriesDialog";
import type { Webhook } from "./events";
import { WebhookDialog } from "./WebhookDialog";

type Asked = { kind: "create" } | { kind: "change" | "deliveries" | "delete"; webhook: Webhook } | null;

function Row({ webhook, onAsk }: { webhook: Webhook; onAsk: (asked: Asked) => void }) {
  const { name, url, enabled, events, tests, waiting, set_aside, delivered, of_orders, only_orders } =
    webhook;
  return (
    <li className="space-y-2 px-5 py-4">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        <bdi className="break-all">{name}</bdi>
        <Badge tone={enabled ? "green" : "grey"}>{enabled ? "On" : "Off"}</Badge>
        {set_aside > 0 && <Badge tone="red">{set_aside} set aside</Badge>}
      </p>
      <p dir="ltr" className="break-all text-ink-2 text-sm">
        {url}
      </p>
      <p className="text-muted text-sm">
        {of_orders
          ? "Scores of orders with a return address here"
          : `${plural(events.length, "kind of event", "kinds of event")} ${tests ? `of ${plural(tests.length, "test")}` : "of the whole site"}`}
        {only_orders && `, only orders '${only_orders}'`}. Delivered in 30 days: {delivered}. Waiting:{" "}
        {waiting}.
      </p>
      <div className="flex flex-wrap gap-2">
        {(
          [
            ["change", "Change"],
            ["deliveries", "Deliveries"],
            ["delete", "Delete"],
          ] as const
        ).map(([kind, label]) => (
          <Button
            key={kind}
            variant="secondary"
            size="sm"
            aria-label={`${label}: ${name}`}
            onClick={() => onAsk({ kind, webhook })}
          >
            {label}
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
  const [asked, setAsked] = useState<Asked>(null);
  const close = () => setAsked(null);
  const remove = useSend({
    mutationFn: ({ id, version }: Webhook) =>
      api.delete("/webhooks/{id}", { path: { id }, query: { version } }),
    onSuccess: () => {
      toast.success("The webhook is deleted");
      close();
    },
    onError: (failure) => toast.error(`Failed to delete the webhook: ${errorText(failure)}`),
    onSettled: () => void invalidate(client, "/webhooks"),
  });
  const add = (
    <Button
      icon={<Plus aria-hidden="true" className="size-4" />}
      onClick={() => setAsked({ kind: "create" })}
    >
      New webhook
    </Button>
  );
  return (
    <div className="space-y-4">
      <p className="text-muted text-sm">
        When something happens to an invitation, the server calls an address of yours: a chat, an applicant
        tracking system, your own program. Results of tests that hide names are not sent.
      </p>
      <div className="overflow-hidden rounded-card border border-line">
        {error && !data && (
          <ErrorState
            title="The webhooks could not be loaded"
            detail={errorText(error)}
            onRetry={() => void refetch()}
            busy={isFetching}
          />
        )}
        {!data && !error && <SkeletonList rows={2} label="Loading the webhooks" />}
        {data?.length === 0 && (
          <EmptyState
            icon={<WebhookIcon />}
            title="No webhooks yet"
            text="Events are delivered at least once, in the order in which they happened to an invitation."
            action={add}
          />
        )}
        {data && data.length > 0 && (
          <ul aria-label="Webhooks" className="divide-y divide-line">
            {data.map((webhook) => (
              <Row key={webhook.id} webhook={webhook} onAsk={setAsked} />
            ))}
          </ul>
        )}
      </div>
      {data && data.length > 0 && <div className="flex justify-end">{add}</div>}
      {asked?.kind === "create" && <WebhookDialog onClose={close} />}
      {asked?.kind === "change" && <WebhookDialog webhook={asked.webhook} onClose={close} />}
      {asked?.kind === "deliveries" && <DeliveriesDialog webhook={asked.webhook} onClose={close} />}
      {asked?.kind === "delete" && (
        <ConfirmDialog
          open
          danger
          onOpenChange={(open) => !open && !remove.isPending && close()}
          title={
            <>
              Delete <bdi>{asked.webhook.name}</bdi>?
            </>
          }
          description={`Its list of deliveries is deleted too. ${
            asked.webhook.waiting > 0
              ? `${plural(asked.webhook.waiting, "delivery", "deliveries")} that waited will not be sent.`
              : ""
          }`}
          confirmLabel="Delete webhook"
          busy={remove.isPending}
          onConfirm={() => remove.mutate(asked.webhook)}
        />
      )}
    </div>
  );
}
