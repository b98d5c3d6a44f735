import { useQueryClient } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useRef, useState } from "react";
import { useParams } from "react-router-dom";
import { api, errorText } from "@/api/client";
import type { InviteData } from "@/api/types";
import { viewerZone } from "@/lib/format";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { DayInput } from "@/ui/day/DayInput";
import { Field } from "@/ui/Field";
import { Select } from "@/ui/Select";
import { TestTitle } from "@/ui/TestTitle";
import { toast } from "@/ui/toast";
import { earliestSlot, latestSlot } from "./invite-state";
import { longInstant, zoneWords } from "./labels";
import { inviteQuery } from "./query";
import { firstDay, slotInstant, slotLabel, slotsOf } from "./slots";
import { t } from "./texts";
import { useNow } from "./useNow";

interface ScheduleProps {
  data: InviteData;
  onBack(): void;
  onDone(): void;
}

/** Choice of a day, then of a half-hour slot, in the viewer's zone (docs/behaviour/invites.md#scheduling). */
export function ScheduleView({ data: { invite, test, company }, onBack, onDone }: ScheduleProps) {
  const { token = "" } = useParams();
  const client = useQueryClient();
  const now = useNow();
  const latest = latestSlot(invite);
  const earliest = earliestSlot(invite, now);
  const [day, setDay] = useState<Date | null>(null);
  const [slot, setSlot] = useState("");
  const slots = day ? slotsOf(day, company, [earliest, latest], earliest > now, invite.taken) : [];
  const chosen = day && slots.some((s) => s.value === slot && !s.disabled) ? slotInstant(day, slot) : null;
  /** Guards against a double click before the button renders as busy. */
  const sending = useRef(false);
  const schedule = useSend({
    mutationFn: (instant: Date) =>
      api.post("/invites/token/{token}/schedule", {
        path: { token },
        auth: "none",
        body: { scheduled_date: instant.toISOString(), time_zone: viewerZone() },
      }),
    onSuccess: (data) => {
      client.setQueryData(inviteQuery(token).queryKey, data);
      onDone();
    },
    onError: () => {
      toast.error(t("failedToSchedule"));
      void client.invalidateQueries(inviteQuery(token));
    },
    onSettled: () => {
      sending.current = false;
    },
  });

  return (
    <form
      noValidate
      className="space-y-5 p-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (!chosen) toast.error(t("selectDateAndTime"));
        else if (!sending.current) {
          sending.current = true;
          schedule.mutate(chosen);
        }
      }}
    >
      <header>
        <h1 className="font-semibold text-ink text-xl">{t("chooseDateAndTime")}</h1>
        <p dir="auto" className="mt-1 text-match text-ink-2">
          <TestTitle test={test} />
        </p>
        <p className="mt-1 text-muted">{t("timesShownIn", { zone: zoneWords(viewerZone(), day ?? now) })}</p>
      </header>
      {earliest > now && <p className="text-ink-2">{t("testOpensOn", { date: longInstant(earliest) })}</p>}
      <Field label={t("date")}>
        <DayInput value={day} min={firstDay(earliest, latest, company)} max={latest} onChange={setDay} />
      </Field>
      {day && (
        <Field label={t("time")}>
          <Select
            value={slot}
            placeholder={t("selectTime")}
            options={slots.map(({ value, disabled }) => ({ value, label: slotLabel(value), disabled }))}
            onChange={(event) => setSlot(event.target.value)}
          />
        </Field>
      )}
      <p role="status" className="min-h-16 rounded-control bg-subtle px-4 py-3">
        {chosen ? (
          <>
            <span className="block text-muted text-xs">{t("yourChoice")}</span>
            <strong className="font-semibold text-ink">{longInstant(chosen)}</strong>
          </>
        ) : (
          <span className="text-muted">{t("selectDateAndTime")}</span>
        )}
      </p>
      {schedule.error && (
        <p role="alert" className="font-medium text-error">
          {errorText(schedule.error)}
        </p>
      )}
      <div className="flex justify-between gap-3">
        <Button
          variant="secondary"
          icon={<ArrowLeft aria-hidden="true" className="rtl:-scale-x-100 size-4" />}
          disabled={schedule.isPending}
          onClick={onBack}
        >
          {t("back")}
        </Button>
        <Button type="submit" disabled={!chosen} busy={schedule.isPending}>
          {t("confirmSchedule")}
        </Button>
      </div>
    </form>
  );
}
