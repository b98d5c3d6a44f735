import { useQueryClient } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useState } from "react";
import { api, changedMeanwhile, errorText } from "@/api/client";
import { invalidate } from "@/api/query";
import type { ExamSession } from "@/api/types";
import { localInstant } from "@/lib/days";
import { clock, formatSeconds } from "@/lib/format";
import { useNow } from "@/lib/now";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { toast } from "@/ui/toast";
import { t } from "./texts";

/** Every page hears of the moment before it comes. */
const NOTICE_S = 15;

interface Props {
  session: ExamSession;
  /** People whose pages wait for the start. */
  ready: number;
  /** Lead of the server's clock over this computer's, in ms. */
  ahead: number;
}

/** The common start: its moment, which can move until it happened. */
export function StartCard({ session, ready, ahead }: Props) {
  const client = useQueryClient();
  const now = useNow() + ahead;
  const [time, setTime] = useState("");
  const { id, begins_at, may_change, people, version } = session;
  const set = useSend({
    mutationFn: (at: Date) =>
      api.post("/sessions/{id}/start", { path: { id }, body: { at: at.toISOString(), version } }),
    onSuccess: () => setTime(""),
    onError: (error) => {
      const change = changedMeanwhile(error, t("someoneElse"));
      toast.error(
        change ? t("changedSession", { by: change.by }) : t("startFailed", { reason: errorText(error) }),
      );
    },
    onSettled: () => void invalidate(client, "/sessions", "/sessions/{id}", "/sessions/{id}/people"),
  });
  const left = begins_at ? Date.parse(begins_at) - now : null;
  const hasBegun = left !== null && left <= 0;
  const day = new Date(now);
  const chosen = localInstant(
    `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, "0")}-${String(day.getDate()).padStart(2, "0")}`,
    time,
  );
  return (
    <Card title={t("commonStart")} className="print:hidden">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-1 basis-64 text-sm">
          <p role="status">
            {begins_at && hasBegun && t("beganAt", { time: formatSeconds(begins_at) })}
            {begins_at &&
              !hasBegun &&
              t.rich("beginsIn", {
                time: formatSeconds(begins_at),
                clock: clock(Math.ceil((left ?? 0) / 1000)),
                left: (inside) => <strong className="tabular-nums">{inside}</strong>,
              })}
            {!begins_at && t("startNotSet")}
          </p>
          {!hasBegun && <p className="text-muted tabular-nums">{t("readyOf", { ready, all: people })}</p>}
        </div>
        {may_change && !hasBegun && (
          <div className="flex flex-wrap items-end gap-x-6 gap-y-3 sm:flex-row-reverse">
            <Button
              variant={ready > 0 ? "primary" : "secondary"}
              busy={set.isPending}
              icon={Play}
              onClick={() => set.mutate(new Date(now + NOTICE_S * 1000))}
            >
              {t("startIn", { count: NOTICE_S })}
            </Button>
            <form
              className="flex items-end gap-2"
              onSubmit={(event) => {
                event.preventDefault();
                if (chosen && chosen.getTime() > now) set.mutate(chosen);
                else toast.error(t("chooseLater"));
              }}
            >
              <Field label={t("todayAt")}>
                <Input type="time" dir="ltr" value={time} onChange={(event) => setTime(event.target.value)} />
              </Field>
              <Button type="submit" variant="secondary" disabled={time === ""}>
                {begins_at ? t("move") : t("set")}
              </Button>
            </form>
          </div>
        )}
      </div>
    </Card>
  );
}
