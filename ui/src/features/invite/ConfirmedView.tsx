import { CalendarClock, CalendarPlus, CircleCheck, Clock, Globe, ListChecks } from "lucide-react";
import { useParams } from "react-router-dom";
import { filled } from "@/api/client";
import { urlFor } from "@/api/transport";
import type { InviteData } from "@/api/types";
import { durationWords, viewerZone } from "@/lib/format";
import { Button, ButtonLink } from "@/ui/Button";
import { TestTitle } from "@/ui/TestTitle";
import { Facts } from "./Facts";
import { canReschedule } from "./invite-state";
import { longInstant, zoneWords } from "./labels";
import { TestLink } from "./TestLink";
import { t } from "./texts";
import { useNow } from "./useNow";

const NEXT = ["confirmationEmail", "joinEarly", "checkDevices", "idReady"] as const;

interface ConfirmedProps {
  data: InviteData;
  onReschedule(): void;
}

/** The time is set, by the candidate or the administrator (docs/behaviour/invites.md#scheduling). */
export function ConfirmedView({ data, onReschedule }: ConfirmedProps) {
  const { invite, test } = data;
  const { token = "" } = useParams();
  const now = useNow(data);
  const at = invite.scheduled_date;
  const elsewhere = invite.time_zone && invite.time_zone !== viewerZone() ? invite.time_zone : undefined;
  const facts = at
    ? [
        { icon: <CalendarClock />, label: t("scheduledFor"), value: longInstant(at) },
        { icon: <Globe />, label: t("timeZone"), value: zoneWords(viewerZone(), at) },
        ...(elsewhere
          ? [{ icon: <Clock />, label: zoneWords(elsewhere, at), value: longInstant(at, elsewhere) }]
          : []),
        {
          icon: <ListChecks />,
          label: t("duration"),
          value: durationWords(test.duration_minutes, invite.extra_minutes),
        },
      ]
    : [];
  return (
    <div className="space-y-6 p-6">
      <header className="text-center">
        <span
          aria-hidden="true"
          className="toned tone-green mx-auto grid size-12 place-items-center rounded-full"
        >
          <CircleCheck className="size-6" />
        </span>
        <h1 className="mt-4 font-semibold text-ink text-xl">{t("testScheduled")}</h1>
        <p dir="auto" className="mt-1 text-ink-2">
          <TestTitle test={test} />
        </p>
        <p dir="auto" className="text-muted">
          {invite.applicant_name}
        </p>
      </header>
      <Facts facts={facts} />
      <section aria-labelledby="next" className="rounded-control bg-subtle px-4 py-3">
        <h2 id="next" className="font-semibold text-sm">
          {t("whatsNext")}
        </h2>
        <ul className="mt-2 list-disc space-y-1 ps-5 text-ink-2">
          {NEXT.map((step) => (
            <li key={step}>{t(step)}</li>
          ))}
        </ul>
      </section>
      {at && (
        <a
          href={urlFor(filled("/invites/token/{token}/calendar.ics", { token }))}
          download="test.ics"
          className="inline-flex min-h-10 items-center gap-2 font-medium text-primary text-sm underline"
        >
          <CalendarPlus aria-hidden="true" className="size-4" />
          {t("addToCalendar")}
        </a>
      )}
      <TestLink data={data} />
      <div className="flex flex-col gap-2 sm:flex-row">
        {canReschedule(invite, now) && (
          <Button variant="secondary" className="flex-1" onClick={onReschedule}>
            {t("chooseAnotherTime")}
          </Button>
        )}
        <ButtonLink to="/login" variant="secondary" className="flex-1">
          {t("goToLogin")}
        </ButtonLink>
      </div>
      {invite.admin_scheduled && <p className="text-center text-muted text-xs">{t("setByAdministrator")}</p>}
    </div>
  );
}
