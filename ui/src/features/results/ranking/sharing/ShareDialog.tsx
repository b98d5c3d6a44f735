import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import { invalidate, queryOf } from "@/api/query";
import type { Share } from "@/api/ranking";
import { formatDateTime } from "@/lib/format";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { CopyButton } from "@/ui/CopyButton";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { Select } from "@/ui/Select";
import { toast } from "@/ui/toast";
import { t } from "../tool-texts";

const DAYS = ["1", "7", "14", "30", "90"];

function stateWords({ revoked_at, expires_at, views }: Share): string {
  if (revoked_at !== null) return t("revoked");
  if (Date.parse(expires_at) <= Date.now()) return t("expired");
  return t("untilViews", { date: formatDateTime(expires_at), count: views });
}

const isValid = ({ revoked_at, expires_at }: Share) =>
  revoked_at === null && Date.parse(expires_at) > Date.now();

function Links({ test, ids }: { test: string; ids: string[] }) {
  const client = useQueryClient();
  const { data } = useQuery(queryOf("/shares", { query: { test_id: test } }));
  const revoke = useSend({
    mutationFn: (token: string) => api.delete("/shares/{token}", { path: { token } }),
    onSuccess: () => {
      void invalidate(client, "/shares");
      toast.success(t("linkRevoked"));
    },
    onError: (error) => toast.error(t("revokeFailed", { reason: errorText(error) })),
  });
  const own = (data?.shares ?? []).filter(({ submission_ids }) =>
    submission_ids.some((id) => ids.includes(id)),
  );
  if (own.length === 0) return null;
  return (
    <section aria-label={t("links")} className="border-line border-t pt-3">
      <h3 className="font-medium text-sm">{t("linksTo")}</h3>
      <ul className="divide-y divide-line">
        {own.map((share) => (
          <li key={share.id} className="flex items-center justify-between gap-3 py-2 text-sm">
            <span className="min-w-0">
              <bdi>{share.names.join(", ")}</bdi>
              <span className="block text-muted text-xs">
                {t.rich("madeBy", {
                  state: stateWords(share),
                  by: <bdi key="by">{share.by}</bdi>,
                  at: formatDateTime(share.at),
                })}
              </span>
            </span>
            {isValid(share) && (
              <Button variant="secondary" size="sm" onClick={() => revoke.mutate(share.id)}>
                {t("revoke")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface Props {
  test: string;
  /** Submission ids, 1 to 4. */
  ids: string[];
  onClose: () => void;
}

/** A read-only link for people without an account. */
export function ShareDialog({ test, ids, onClose }: Props) {
  const client = useQueryClient();
  const [shows, setShows] = useState({ answers: true, scores: true, history: false });
  const [days, setDays] = useState("7");
  const make = useSend({
    mutationFn: () => api.post("/shares", { body: { submission_ids: ids, ...shows, days: Number(days) } }),
    onSuccess: () => invalidate(client, "/shares"),
    onError: (error) => toast.error(t("linkFailed", { reason: errorText(error) })),
  });
  const link = make.data?.link;
  const box = (key: keyof typeof shows, label: string, hint?: string) => (
    <Checkbox
      label={label}
      hint={hint}
      checked={shows[key]}
      disabled={link !== undefined}
      onChange={(event) => setShows({ ...shows, [key]: event.target.checked })}
    />
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("shareTitle")}
      description={t("shareText")}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {link ? t("done") : t("cancel")}
          </Button>
          {!link && (
            <Button busy={make.isPending} onClick={() => make.mutate()}>
              {t("createLink")}
            </Button>
          )}
        </>
      }
    >
      <div className="space-y-4">
        <fieldset className="space-y-1">
          <legend className="mb-1 font-medium text-sm">{t("shownOf", { count: ids.length })}</legend>
          {box("scores", t("scores"))}
          {box("answers", t("questionsAnswers"))}
          {box("history", t("history"), t("historyHint"))}
        </fieldset>
        <Field label={t("validFor")} className="max-w-40">
          <Select
            value={days}
            disabled={link !== undefined}
            onChange={(event) => setDays(event.target.value)}
            options={DAYS.map((value) => ({ value, label: t("days", { count: Number(value) }) }))}
          />
        </Field>
        {link && (
          <Field label={t("link")} hint={t("linkOnce")}>
            <div className="flex gap-2">
              <Input readOnly value={link} onFocus={(event) => event.target.select()} />
              <CopyButton text={link} label={t("copyLink")} variant="secondary" />
            </div>
          </Field>
        )}
        <Links test={test} ids={ids} />
      </div>
    </Dialog>
  );
}
