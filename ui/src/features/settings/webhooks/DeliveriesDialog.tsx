import { useQuery, useQueryClient } from "@tanstack/react-query";
import { RotateCw, Send } from "lucide-react";
import { api, errorText } from "@/api/client";
import { invalidate, queryOf } from "@/api/query";
import { formatDateTime, plural } from "@/lib/format";
import { useSend } from "@/lib/useSend";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { ErrorState } from "@/ui/ErrorState";
import { SkeletonList } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import { type Delivery, EVENTS, type Webhook } from "./events";

const SHOWN = 100;
const STATES = {
  waiting: { label: "Waiting", tone: "amber" },
  in_line: { label: "In line", tone: "amber" },
  delivered: { label: "Delivered", tone: "green" },
  set_aside: { label: "Set aside", tone: "red" },
} as const;

function how({ state, tries, next_try_at, last_try }: Delivery): string {
  const last = last_try
    ? `${last_try.status ? `Status ${last_try.status}` : "No reply"}, ${formatDateTime(last_try.at)}.`
    : "";
  if (state === "in_line") return "It waits for an earlier event of the same invitation.";
  const next = next_try_at && tries > 0 ? ` Next try ${formatDateTime(next_try_at)}.` : "";
  return tries === 0 ? "Not tried yet." : `${plural(tries, "try", "tries")}. ${last}${next}`;
}

function Row({ delivery, onResend, busy }: { delivery: Delivery; onResend: () => void; busy: boolean }) {
  const { label, tone } = STATES[delivery.state];
  return (
    <li className="space-y-2 py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="flex flex-wrap items-center gap-2 font-medium text-sm">
          {EVENTS[delivery.event]} <Badge tone={tone}>{label}</Badge>
        </p>
        {delivery.state !== "in_line" && (
          <Button
            variant="secondary"
            size="sm"
            busy={busy}
            icon={<RotateCw aria-hidden="true" className="size-4" />}
            onClick={onResend}
          >
            Send again
          </Button>
        )}
      </div>
      <p className="text-muted text-sm">
        {formatDateTime(delivery.created_at)}. {how(delivery)}
      </p>
      <details className="text-sm">
        <summary className="cursor-pointer text-ink-2">What was sent, and the reply</summary>
        {delivery.url && (
          <p dir="ltr" className="mt-2 break-all text-muted">
            {delivery.url}
          </p>
        )}
        <pre
          dir="ltr"
          className="mt-2 overflow-x-auto whitespace-pre-wrap break-all rounded-control bg-subtle p-3 font-mono text-xs"
        >
          {delivery.body}
        </pre>
        {delivery.last_try && (
          <pre
            dir="auto"
            className="mt-2 overflow-x-auto whitespace-pre-wrap break-all rounded-control bg-subtle p-3 font-mono text-xs"
          >
            {delivery.last_try.reply || "The reply was empty."}
          </pre>
        )}
      </details>
    </li>
  );
}

/** The deliveries of a webhook, the newest first. */
export function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const client = useQueryClient();
  const { id } = webhook;
  const { data, error, refetch } = useQuery({
    ...queryOf("/webhooks/{id}/deliveries", { path: { id }, query: { limit: SHOWN } }),
    refetchInterval: 3_000,
  });
  const refresh = () => invalidate(client, "/webhooks", "/webhooks/{id}/deliveries");
  const resend = useSend({
    mutationFn: (delivery: string) =>
      api.post("/webhooks/{id}/deliveries/{delivery_id}/resend", { path: { id, delivery_id: delivery } }),
    onError: (failure) => toast.error(`Failed to send it again: ${errorText(failure)}`),
    onSettled: () => void refresh(),
  });
  const test = useSend({
    mutationFn: () => api.post("/webhooks/{id}/test", { path: { id } }),
    onSuccess: () => toast.success("The test event is on its way"),
    onError: (failure) => toast.error(`Failed to send a test event: ${errorText(failure)}`),
    onSettled: () => void refresh(),
  });
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={
        <>
          Deliveries of <bdi>{webhook.name}</bdi>
        </>
      }
      description="Those that arrived or were set aside are kept for 30 days."
      footer={
        <>
          <Button
            variant="secondary"
            busy={test.isPending}
            icon={<Send aria-hidden="true" className="size-4" />}
            onClick={() => test.mutate()}
          >
            Send a test event
          </Button>
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      {error && !data && (
        <ErrorState
          title="The deliveries could not be loaded"
          detail={errorText(error)}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <SkeletonList rows={3} label="Loading the deliveries" />}
      {data?.length === 0 && <p className="text-muted text-sm">Nothing was sent in the last 30 days.</p>}
      {data && data.length > 0 && (
        <ul aria-label="Deliveries" className="divide-y divide-line">
          {data.map((delivery) => (
            <Row
              key={delivery.id}
              delivery={delivery}
              busy={resend.isPending && resend.variables === delivery.id}
              onResend={() => resend.mutate(delivery.id)}
            />
          ))}
        </ul>
      )}
      {data?.length === SHOWN && <p className="text-muted text-xs">These are the newest {SHOWN}.</p>}
    </Dialog>
  );
}
