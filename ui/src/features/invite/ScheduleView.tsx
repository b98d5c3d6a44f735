import { useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { ArrowLeft, CalendarClock, Clock } from "lucide-react";
import { useRef, useState } from "react";
import { useParams } from "react-router-dom";
import { api, errorText } from "@/api/client";
import type { InviteData } from "@/api/types";
import { dates } from "@/i18n/format";
import { durationWords, viewerZone } from "@/lib/format";
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
import { firstDay, freeDays, slotInstant, slotLabel, slotsOf } from "./slots";
import { t } from "./texts";
import { useNow } from "./useNow";

/** Days that one press chooses. */
const NEXT_DAYS = 5;

interface ScheduleProps {
  data: InviteData;
  onBack(): void;
  onDone(): void;
}

/** Choice of a day, then of a half-hour slot, in the viewer's zone (docs/behaviour/invites.md#scheduling). */
export function ScheduleView({ data, onBack, onDone }: ScheduleProps) {
  const { invite, test, company } = data;
  const { token = "" } = useParams();
  const client = useQueryClient();
  const now = useNow(data);
  const latest = latestSlot(invite);
  const earliest = earliestSlot(invite, now);
  const [day, setDay] = useState<Date | null>(null);
  const [slot, setSlot] = useState("");
  const slotsOn = (date: Date) => slotsOf(date, company, [earliest, latest], earliest > now, invite.taken);
  const slots = day ? slotsOn(day) : [];
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
    onSuccess: (reply) => {
      client.setQueryData(inviteQuery(token).queryKey, reply);
      onDone();
    },
    onError: (_, instant) => {
      toast.error(t("failedToSchedule"));
      void client.invalidateQueries(inviteQuery(token)).then(() => {
        // The server may have taken it, and the reply was lost.
        const known = client.getQueryData(inviteQuery(token).queryKey)?.invite.scheduled_date;
        if (known && Date.parse(known) === instant.getTime()) onDone();
      });
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
      <header className="space-y-1">
        <h1 className="font-semibold text-ink text-xl">{t("chooseDateAndTime")}</h1>
        <p dir="auto" className="text-match text-ink-2">
          <TestTitle test={test} />
        </p>
        <p className="flex gap-2 text-muted">
          <Clock aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {t("timesShownIn", { zone: zoneWords(viewerZone(), day ?? now) })}
        </p>
      </header>
      {earliest > now && <p className="text-ink-2">{t("testOpensOn", { date: longInstant(earliest) })}</p>}
      <div className="space-y-3">
        <NextDays days={freeDays(earliest, latest, NEXT_DAYS, slotsOn)} chosen={day} onChoose={setDay} />
        <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
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
        </div>
      </div>
      <div role="status" className="empty:hidden">
        {chosen && (
          <p className="flex items-center gap-3 rounded-control border border-primary bg-primary/10 px-4 py-3">
            <CalendarClock aria-hidden="true" className="size-5 shrink-0 text-primary" />
            <span className="min-w-0">
              <span className="block text-ink-2 text-xs">{t("yourChoice")}</span>
              <strong className="block font-semibold text-ink">{longInstant(chosen)}</strong>
              <span className="block text-ink-2">
                {durationWords(test.duration_minutes, invite.extra_minutes)}
              </span>
            </span>
          </p>
        )}
      </div>
      {schedule.error && (
        <p role="alert" className="font-medium text-error">
          {errorText(schedule.error)}
        </p>
      )}
      <div className="flex flex-wrap justify-between gap-3">
        <Button variant="secondary" icon={ArrowLeft} turns disabled={schedule.isPending} onClick={onBack}>
          {t("back")}
        </Button>
        <Button type="submit" disabled={!chosen} busy={schedule.isPending}>
          {t("confirmSchedule")}
        </Button>
      </div>
      {!chosen && <p className="-mt-3 text-end text-muted text-xs">{t("selectDateAndTime")}</p>}
    </form>
  );
}

interface NextDaysProps {
  days: Date[];
  chosen: Date | null;
  onChoose(day: Date): void;
}

/** The next days with a free slot, for those who need not look into the calendar. */
function NextDays({ days, chosen, onChoose }: NextDaysProps) {
  return (
    <div className="grid grid-cols-5 gap-2">
      {days.map((day) => {
        const isChosen = chosen?.getTime() === day.getTime();
        return (
          <button
            key={day.getTime()}
            type="button"
            aria-pressed={isChosen}
            onClick={() => onChoose(day)}
            className={clsx(
              "flex min-w-0 flex-col items-center rounded-control border px-1 py-2 transition-colors",
              isChosen
                ? "border-primary bg-primary text-on-primary"
                : "border-line-strong text-ink hover:bg-subtle",
            )}
          >
            <span className="text-xs">{dates({ weekday: "short" }).format(day)}</span>
            <span className="font-semibold text-base tabular-nums">
              {dates({ day: "numeric" }).format(day)}
            </span>
            <span className="text-xs">{dates({ month: "short" }).format(day)}</span>
          </button>
        );
      })}
    </div>
  );
}
