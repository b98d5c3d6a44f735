import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, errorText, fieldErrors } from "@/api/client";
import type { Reply } from "@/api/operations";
import { invalidate } from "@/api/query";
import { formatDateTime } from "@/lib/format";
import { useKept } from "@/lib/kept/useKept";
import { serverWords } from "@/lib/server-words";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Field } from "@/ui/Field";
import { FormDialog } from "@/ui/FormDialog";
import { Input } from "@/ui/Input";
import { Select } from "@/ui/Select";
import { Textarea } from "@/ui/Textarea";
import { toast } from "@/ui/toast";
import { t } from "./texts";

const HOLDS = "/admin/holds";
const kinds = () => [
  { value: "person", label: t("person") },
  { value: "invite", label: t("invitation") },
  { value: "test", label: t("test") },
];
const BLANK = { kind: "person", id: "", reason: "" };

type Hold = Reply<typeof HOLDS, "get">[number];

function HoldRow({ hold }: { hold: Hold }) {
  const client = useQueryClient();
  // Of what was deleted the server has no name.
  const label = serverWords(hold.label);
  const [asks, setAsks] = useState(false);
  const lift = useSend({
    mutationFn: () => api.delete("/admin/holds/{id}", { path: { id: hold.id } }),
    onSuccess: () => {
      toast.success(t("lifted"));
      setAsks(false);
    },
    onError: (error) => toast.error(t("liftFailed", { reason: errorText(error) })),
    onSettled: () => invalidate(client, HOLDS),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-5 py-3">
      <div className="min-w-0">
        <p className="font-medium">
          {t.rich("holdRow", {
            kind: kinds().find(({ value }) => value === hold.kind)?.label,
            label: <bdi>{label}</bdi>,
          })}
        </p>
        <p className="break-words text-sm" dir="auto">
          {hold.reason}
        </p>
        <p className="text-muted text-sm">
          <bdi>{hold.by}</bdi>, {formatDateTime(hold.at)}
        </p>
      </div>
      <Button
        variant="secondary"
        size="sm"
        busy={lift.isPending}
        aria-label={t("liftOn", { label })}
        onClick={() => setAsks(true)}
      >
        {t("lift")}
      </Button>
      {/* The next hold moves under a second press. */}
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={t("liftTitle")}
        description={t.rich("liftMeans", { label: <bdi>{label}</bdi> })}
        confirmLabel={t("lift")}
        danger
        busy={lift.isPending}
        onConfirm={() => lift.mutate()}
      />
    </li>
  );
}

function HoldDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [hold, setHold, kept] = useKept("new hold", BLANK);
  const place = useSend({
    mutationFn: () => api.post(HOLDS, { body: hold }),
    onSuccess: () => {
      kept.sent();
      toast.success(t("placed"));
      void invalidate(client, HOLDS);
      onClose();
    },
    onError: (error) => toast.error(t("placeFailed", { reason: errorText(error) })),
  });
  const refused = fieldErrors(place.error);
  return (
    <FormDialog
      title={t("place")}
      description={t("placeText")}
      submit={t("placeHold")}
      busy={place.isPending}
      kept={kept}
      onSubmit={() => place.mutate()}
      onClose={onClose}
    >
      <Field label={t("on")} error={refused.kind}>
        <Select
          value={hold.kind}
          options={kinds()}
          onChange={(event) => setHold({ ...hold, kind: event.target.value })}
        />
      </Field>
      <Field
        label={hold.kind === "person" ? t("emailAddress") : t("id")}
        hint={hold.kind === "person" ? undefined : t("idHint")}
        error={refused.id}
        required
      >
        <Input
          value={hold.id}
          autoComplete="off"
          onChange={(event) => setHold({ ...hold, id: event.target.value })}
        />
      </Field>
      <Field label={t("reason")} error={refused.reason} required>
        <Textarea
          value={hold.reason}
          onChange={(event) => setHold({ ...hold, reason: event.target.value })}
        />
      </Field>
    </FormDialog>
  );
}

/** What stays although its time is over. */
export function HoldsCard({ holds }: { holds: Hold[] }) {
  const [open, setOpen] = useState(false);
  return (
    <Card flush title={t("holds")} description={t("holdsText")}>
      {holds.length > 0 && (
        <ul aria-label={t("holds")} className="divide-y divide-line border-line border-b">
          {holds.map((hold) => (
            <HoldRow key={hold.id} hold={hold} />
          ))}
        </ul>
      )}
      <div className="px-5 py-4">
        <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
          {t("place")}
        </Button>
      </div>
      {open && <HoldDialog onClose={() => setOpen(false)} />}
    </Card>
  );
}
