import { CalendarClock, Clock, ListChecks, Lock } from "lucide-react";
import { Link, useNavigate } from "react-router-dom";
import type { MyInvite } from "@/api/types";
import { formatDateTime, minuteCount, questionCount } from "@/lib/format";
import { Badge } from "@/ui/Badge";
import { Button, ButtonLink } from "@/ui/Button";
import { TestTitle } from "@/ui/TestTitle";
import { toast } from "@/ui/toast";
import { blockedWords, durationOf, nextStep, statusLabel, testOf } from "./labels";
import { t } from "./texts";

interface UpcomingProps {
  invite: MyInvite;
  onDetails(): void;
}

export function UpcomingCard({ invite, onDetails }: UpcomingProps) {
  const navigate = useNavigate();
  const label = statusLabel(invite);
  const next = invite.token && nextStep(invite);
  const blocked = blockedWords(invite);
  const take = () => {
    if (blocked) toast.error(blocked);
    else navigate(`/take-test/${encodeURIComponent(invite.token)}`);
  };
  return (
    <li className="rounded-card border border-line bg-surface p-5">
      <div className="flex items-start justify-between gap-3">
        <h3 dir="auto" className="text-match min-w-0 font-semibold text-base">
          <TestTitle test={testOf(invite)} />
        </h3>
        <Badge tone={label.tone}>{label.text}</Badge>
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-ink-2 [&_svg]:size-4 [&_svg]:text-muted [&>li]:flex [&>li]:items-center [&>li]:gap-1.5">
        <li>
          <Clock aria-hidden="true" /> {minuteCount(durationOf(invite))}
        </li>
        {invite.test && (
          <li>
            <ListChecks aria-hidden="true" /> {questionCount(invite.test.question_count)}
          </li>
        )}
        {invite.scheduled_date && (
          <li>
            <CalendarClock aria-hidden="true" /> {formatDateTime(invite.scheduled_date)}
          </li>
        )}
      </ul>
      {blocked && !next && (
        <p className="mt-3 flex items-center gap-1.5 text-muted text-xs">
          <Lock aria-hidden="true" className="size-3.5 shrink-0" />
          {blocked}
        </p>
      )}
      {!invite.token && <p className="mt-1 text-muted text-xs">{t("invitationLinkWorks")}</p>}
      <div className="mt-4 flex flex-wrap items-center gap-2">
        {next ? (
          <ButtonLink to={`/test-invite/${encodeURIComponent(invite.token)}`}>{t(next)}</ButtonLink>
        ) : (
          <Button variant={blocked ? "secondary" : "primary"} onClick={take}>
            {t("takeTest")}
          </Button>
        )}
        <Button variant="ghost" onClick={onDetails}>
          {t("testDetails")}
        </Button>
        {invite.status === "scheduled" && invite.token && (
          <Link
            to={`/test-invite/${encodeURIComponent(invite.token)}`}
            className="ms-auto inline-flex min-h-10 items-center text-ink-2 text-sm underline-offset-4 hover:underline"
          >
            {t("changeTime")}
          </Link>
        )}
      </div>
    </li>
  );
}
