import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CalendarClock, RefreshCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { ApiFailure, api, changedMeanwhile, errorText } from "@/api/client";
import { queryOf } from "@/api/query";
import type { PanelCalendarSettings } from "@/api/types";
import { formatDateTime, viewerZone } from "@/lib/format";
import { serverWords } from "@/lib/server-words";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { ChangedChoice } from "@/ui/Changed";
import { Field } from "@/ui/Field";
import { FormDialog } from "@/ui/FormDialog";
import { Input } from "@/ui/Input";
import { toast } from "@/ui/toast";
import { t } from "./calendar-texts";
import { LoadedDialog } from "./LoadedDialog";
import { SettingRow } from "./SettingRow";

const PATH = "/tests/{id}/panel-calendar";

/** The calendar around whose busy times candidates are offered slots (docs/behaviour/invites.md#busy-times). */
export function PanelCalendar({ test }: { test: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <SettingRow icon={CalendarClock} title={t("title")} text={t("card")} onOpen={() => setOpen(true)} />
      {open && <CalendarDialog test={test} onClose={() => setOpen(false)} />}
    </>
  );
}

function CalendarDialog({ test, onClose }: { test: string; onClose(): void }) {
  const calendar = useQuery(queryOf(PATH, { path: { id: test } }));
  return (
    <LoadedDialog
      title={t("title")}
      query={calendar}
      loading={t("loading")}
      failed={t("notLoaded")}
      onClose={onClose}
    >
      {(loaded) => <CalendarForm test={test} calendar={loaded} onClose={onClose} />}
    </LoadedDialog>
  );
}

interface FormProps {
  test: string;
  calendar: PanelCalendarSettings;
  onClose(): void;
}

function CalendarForm({ test, calendar, onClose }: FormProps) {
  const client = useQueryClient();
  const path = { id: test };
  const [address, setAddress] = useState("");
  const [missing, setMissing] = useState(false);
  const [theirs, setTheirs] = useState<PanelCalendarSettings>();
  const failed = (error: unknown) => {
    toast.error(t("failed", { reason: errorText(error) }));
  };
  const shown = (state: PanelCalendarSettings) =>
    client.setQueryData(queryOf(PATH, { path }).queryKey, state);
  const check = useSend({
    mutationFn: () => api.post("/tests/{id}/panel-calendar/check", { path }),
    onSuccess: shown,
    onError: (error) => toast.error(t("checkFailed", { reason: errorText(error) })),
  });
  const save = useSend({
    mutationFn: (sent: { address: string | null; version: number }) =>
      api.put(PATH, { path, body: { ...sent, time_zone: viewerZone() } }),
    onSuccess: (state) => {
      shown(state);
      setAddress("");
      toast.success(state.origin === null ? t("removed") : t("saved"));
      if (state.origin !== null) check.mutate();
    },
    onError: (error) => {
      if (changedMeanwhile(error, t("someone")))
        return client.fetchQuery({ ...queryOf(PATH, { path }), staleTime: 0 }).then(setTheirs, failed);
      if (!fieldError(error)) failed(error);
    },
  });
  const change = changedMeanwhile(save.error, t("someone"));
  const busy = save.isPending || check.isPending;
  const hasOne = calendar.origin !== null;
  return (
    <FormDialog
      title={t("title")}
      description={t("means")}
      submit={t("save")}
      busy={busy}
      onSubmit={() => {
        setMissing(!address.trim());
        if (address.trim()) save.mutate({ address, version: calendar.version });
      }}
      onClose={onClose}
    >
      {change && theirs && save.variables && (
        <ChangedChoice
          change={change}
          what={t("thisCalendar")}
          onMine={() => save.mutate({ address: save.variables.address && address, version: theirs.version })}
        />
      )}
      {hasOne && <State calendar={calendar} />}
      <Field
        label={hasOne ? t("otherAddress") : t("address")}
        hint={t("addressHint")}
        error={missing ? t("addressNeeded") : fieldError(save.error)}
      >
        <Input
          type="url"
          dir="ltr"
          autoComplete="off"
          placeholder="https://calendar.example.org/busy.ics"
          value={address}
          onChange={(event) => {
            setAddress(event.target.value);
            setMissing(false);
          }}
        />
      </Field>
      {hasOne && (
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" icon={RefreshCw} disabled={busy} onClick={() => check.mutate()}>
            {t("check")}
          </Button>
          <Button
            variant="secondary"
            icon={Trash2}
            disabled={busy}
            onClick={() => save.mutate({ address: null, version: calendar.version })}
          >
            {t("remove")}
          </Button>
        </div>
      )}
    </FormDialog>
  );
}

const fieldError = (error: unknown) => (error instanceof ApiFailure ? error.fields.address : undefined);

type Failure = NonNullable<PanelCalendarSettings["failure"]>;

function why({ reason, words = "" }: Failure): string {
  switch (reason) {
    case "unreachable":
      return serverWords(words);
    case "status":
      return t("failureStatus", { words });
    case "sealed":
      return t("failureSealed");
    case "too_large":
      return t("failureTooLarge");
    case "cut":
      return t("failureCut");
    case "not_a_calendar":
      return t("failureNotACalendar");
  }
}

const UNREAD = {
  times: "unreadTimes",
  zone: "unreadZone",
  recurrence: "unreadRecurrence",
  too_many: "unreadTooMany",
} as const;

/** How the calendar was read last. */
function State({ calendar }: { calendar: PanelCalendarSettings }) {
  const { origin, by, read_at, busy_times, unread, failure, in_use } = calendar;
  const rows = [
    [t("from"), <bdi key="from">{origin}</bdi>],
    [t("storedBy"), <bdi key="by">{by}</bdi>],
    [t("lastRead"), read_at ? formatDateTime(read_at) : t("notRead")],
    ...(read_at ? [[t("busyTimes"), busy_times]] : []),
  ] as const;
  return (
    <section aria-live="polite" className="space-y-2 rounded-control bg-subtle px-4 py-3 text-sm">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {rows.map(([name, value]) => (
          <div key={String(name)} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="break-words text-ink">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="font-medium text-ink">{in_use ? t("inUse") : t("notUsed")}</p>
      {failure && (
        <p className="font-medium text-error">
          {t("failure", { time: formatDateTime(failure.at), why: why(failure) })}
        </p>
      )}
      {unread.length > 0 && (
        <div className="text-ink-2">
          <p>{t("unread")}</p>
          <ul className="list-disc ps-5">
            {unread.map(({ reason, count }) => (
              <li key={reason}>{t(UNREAD[reason], { count })}</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
