import { useQuery, useQueryClient } from "@tanstack/react-query";
import { RotateCw, Send } from "lucide-react";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import { invalidate, queryOf } from "@/api/query";
import { formatDateTime } from "@/lib/format";
import { serverWords } from "@/lib/server-words";
import { useSend } from "@/lib/useSend";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { QueryError } from "@/ui/QueryError";
import { Select } from "@/ui/Select";
import { SkeletonList } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import { type Delivery, eventWords, type Webhook } from "./events";
import { t } from "./texts";

const SHOWN = 100;
const STATES = {
  waiting: { label: "waiting", tone: "amber" },
  in_line: { label: "inLine", tone: "amber" },
  delivered: { label: "delivered", tone: "green" },
  set_aside: { label: "setAside", tone: "red" },
} as const;

function how({ state, tries, next_try_at, last_try }: Delivery): string {
  const last = last_try
    ? last_try.status
      ? t("statusAt", { status: last_try.status, when: formatDateTime(last_try.at) })
      : t("noReplyAt", { when: formatDateTime(last_try.at) })
    : "";
  if (state === "in_line") return t("waitsForEarlier");
  // A receiver that is away is called by one delivery at a time: the others are due, and wait for its reply.
  const isDue = Boolean(next_try_at && Date.parse(next_try_at) <= Date.now());
  const next = next_try_at
    ? ` ${isDue ? t("isDue") : t("nextTry", { when: formatDateTime(next_try_at) })}`
    : "";
  return tries === 0 ? t("notTried") : `${t("tries", { count: tries })} ${last}${next}`;
}

/** What a receiver wrote stays as it is; why there was no reply is said by the server. */
const replyWords = ({ status, reply }: NonNullable<Delivery["last_try"]>) =>
  status === null ? serverWords(reply) : reply;

function Row({ delivery, onResend, busy }: { delivery: Delivery; onResend: () => void; busy: boolean }) {
  const { label, tone } = STATES[delivery.state];
  return (
    <li className="space-y-2 py-3">
      <div className="flex items-start justify-between gap-3">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 font-medium text-sm">
          {eventWords(delivery.event)} <Badge tone={tone}>{t(label)}</Badge>
        </p>
        {delivery.state !== "in_line" && (
          <Button variant="secondary" size="sm" busy={busy} icon={RotateCw} onClick={onResend}>
            {t("sendAgain")}
          </Button>
        )}
      </div>
      <p className="text-muted text-sm">
        {formatDateTime(delivery.created_at)}. {how(delivery)}
      </p>
      <details className="text-sm">
        <summary className="cursor-pointer text-ink-2">{t("whatWasSent")}</summary>
        {delivery.url && (
          <p dir="ltr" className="mt-2 break-all text-muted">
            {delivery.url}
          </p>
        )}
        <p className="mt-2 text-muted text-xs">{t("sentBody")}</p>
        <pre
          dir="ltr"
          className="mt-1 overflow-x-auto whitespace-pre-wrap break-all rounded-control bg-subtle p-3 font-mono text-xs"
        >
          {delivery.body}
        </pre>
        {delivery.last_try && (
          <>
            <p className="mt-2 text-muted text-xs">{t("reply")}</p>
            {delivery.last_try.reply ? (
              <pre
                dir="auto"
                className="mt-1 overflow-x-auto whitespace-pre-wrap break-all rounded-control bg-subtle p-3 font-mono text-xs"
              >
                {replyWords(delivery.last_try)}
              </pre>
            ) : (
              <p className="mt-1">{t("replyEmpty")}</p>
            )}
          </>
        )}
      </details>
    </li>
  );
}

/** The deliveries of a webhook in all states or in one, the newest first. */
export function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const client = useQueryClient();
  const { id } = webhook;
  const [state, setState] = useState<Delivery["state"] | "">("");
  const { data, error, refetch } = useQuery({
    ...queryOf("/webhooks/{id}/deliveries", {
      path: { id },
      query: { limit: SHOWN, ...(state && { state }) },
    }),
    refetchInterval: 3_000,
  });
  const refresh = () => invalidate(client, "/webhooks", "/webhooks/{id}/deliveries");
  const resend = useSend({
    mutationFn: (delivery: string) =>
      api.post("/webhooks/{id}/deliveries/{delivery_id}/resend", { path: { id, delivery_id: delivery } }),
    onError: (failure) => toast.error(t("resendFailed", { reason: errorText(failure) })),
    onSettled: () => void refresh(),
  });
  const test = useSend({
    mutationFn: () => api.post("/webhooks/{id}/test", { path: { id } }),
    onSuccess: () => toast.success(t("testOnWay")),
    onError: (failure) => toast.error(t("testFailed", { reason: errorText(failure) })),
    onSettled: () => void refresh(),
  });
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={t.rich("deliveriesOf", { name: <bdi>{webhook.name}</bdi> })}
      description={t("keptFor")}
      footer={
        <>
          <Button variant="secondary" busy={test.isPending} icon={Send} turns onClick={() => test.mutate()}>
            {t("sendTest")}
          </Button>
          <Button onClick={onClose}>{t("done")}</Button>
        </>
      }
    >
      <Field label={t("stateShown")} className="sm:w-56">
        <Select
          value={state}
          options={[
            { value: "", label: t("allStates") },
            ...Object.entries(STATES).map(([value, { label }]) => ({ value, label: t(label) })),
          ]}
          onChange={(event) => setState(event.target.value as Delivery["state"] | "")}
        />
      </Field>
      {error && !data && <QueryError title={t("deliveriesNotLoaded")} {...{ error, refetch }} />}
      {!data && !error && <SkeletonList rows={3} label={t("loadingDeliveries")} />}
      {data?.length === 0 && (
        <p className="text-muted text-sm">{state ? t("noneInState") : t("nothingSent")}</p>
      )}
      {data && data.length > 0 && (
        <ul aria-label={t("deliveries")} className="divide-y divide-line">
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
      {data?.length === SHOWN && <p className="text-muted text-xs">{t("newest", { count: SHOWN })}</p>}
    </Dialog>
  );
}
