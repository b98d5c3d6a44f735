import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { CircleAlert, Clock, Mail as MailIcon, TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Reply } from "@/api/operations";
import { queryOf } from "@/api/query";
import { isFault, standingOf } from "@/features/staff-shared/email-labels";
import { serverWords } from "@/lib/server-words";
import { Button } from "@/ui/Button";
import { QueryError } from "@/ui/QueryError";
import { SkeletonList } from "@/ui/Skeleton";
import { Section } from "../Section";
import { t } from "./texts";

type Mail = Reply<"/admin/mail-queue", "get">[number];

/** The server's maximum. */
const MAX_SHOWN = 100;

const KINDS = {
  invitation: "invitation",
  scheduled: "scheduled",
  reminder: "reminder",
  verify_mailbox: "verifyMailbox",
  closing: "closing",
  end_moved: "endMoved",
  withdrawn: "withdrawn",
  decision: "decision",
  reset_password: "resetPassword",
  digest: "digest",
  server_notice: "serverNotice",
} as const satisfies Record<Mail["kind"], string>;

const address = (inside: ReactNode) => <bdi className="break-all font-normal">{inside}</bdi>;

function triesFailed(count: number, reason: string | null | undefined): string {
  if (count === 0) return reason ?? "";
  return reason ? t("triesFailedWith", { count, reason }) : t("triesFailed", { count });
}

/** How many wait, and how many of them failed before. */
function queueText(mails: readonly Mail[] | undefined): string {
  if (!mails) return t("queueText");
  const count = mails.length;
  if (count === 0) return t("queueEmpty");
  const failing = mails.filter(({ tries }) => tries > 0).length;
  if (count === MAX_SHOWN)
    return failing === 0 ? t("queueFirstWell", { count }) : t("queueFirstFailing", { count, failing });
  return failing === 0 ? t("queueWell", { count }) : t("queueFailing", { count, failing });
}

/** Rows of failures before the others are asked for. */
const FIRST = 3;

/** A person should look at it. The sum above counts those that only wait, and the notice says what all wait for. */
const isShownFirst = ({ state, tries }: Mail) => tries > 0 || (state !== "paused" && isFault(state));

function Row({ mail }: { mail: Mail }) {
  // What all wait for stands above them, once.
  const isPaused = mail.state === "paused";
  const isFailed = !isPaused && isFault(mail.state);
  const Icon = isFailed ? CircleAlert : mail.state === "planned" ? Clock : MailIcon;
  const said = isPaused ? mail.own_error : mail.error;
  const error = said && serverWords(said);
  return (
    <li className="relative space-y-0.5 py-2 ps-11 pe-4 text-sm">
      <Icon
        aria-hidden="true"
        className={clsx("absolute start-4 top-2.5 size-4", isFailed ? "text-error" : "text-muted")}
      />
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <p className="min-w-0 font-medium">
          {mail.to
            ? t.rich("mailTo", { kind: t(KINDS[mail.kind]), address: mail.to, b: address })
            : t(KINDS[mail.kind])}
        </p>
        <p className={clsx("text-xs tabular-nums", isFailed ? "text-error" : "text-muted")}>
          {isPaused ? t("waitsWithAll") : standingOf({ state: mail.state, until: mail.next_try_at })}
        </p>
      </div>
      {mail.test_title && (
        <p dir="auto" title={mail.test_title} className="truncate text-match text-ink-2 text-xs">
          {mail.test_title}
        </p>
      )}
      {(mail.tries > 0 || error) && (
        <p className={clsx("break-words text-xs", isPaused ? "text-ink-2" : "text-error")}>
          {triesFailed(mail.tries, error)}
        </p>
      )}
      {!isPaused && mail.advice && <p className="text-ink-2 text-xs">{serverWords(mail.advice)}</p>}
    </li>
  );
}

const DAY_MS = 86_400_000;

type When = "waitsLong" | "waitsShort" | "goesSoon" | "goesLater";

const WHEN: readonly When[] = ["waitsLong", "waitsShort", "goesSoon", "goesLater"];

function whenOf({ state, created_at, next_try_at }: Mail, now: number): When {
  if (state === "planned") return Date.parse(next_try_at) - now < DAY_MS ? "goesSoon" : "goesLater";
  return now - Date.parse(created_at) > DAY_MS ? "waitsLong" : "waitsShort";
}

/** Fewer are read in the list at once. */
const MANY = 5;

/** Mails that should have gone and mails that are planned, as bars. */
function Picture({ mails }: { mails: readonly Mail[] }) {
  if (mails.length < MANY) return null;
  const now = Date.now();
  const whens = mails.map((mail) => whenOf(mail, now));
  const rows = WHEN.map((when) => ({ when, count: whens.filter((one) => one === when).length }));
  const most = Math.max(...rows.map(({ count }) => count));
  return (
    <dl className="grid max-w-lg grid-cols-[max-content_1fr] items-center gap-x-4 gap-y-1.5 text-sm">
      {rows.map(({ when, count }) => (
        <div key={when} className="contents">
          <dt className={clsx(count === 0 ? "text-muted" : "text-ink-2")}>{t(when)}</dt>
          <dd className="flex items-center gap-2 tabular-nums">
            {count > 0 && (
              <span
                aria-hidden="true"
                className={clsx("h-2 rounded-full", when === "waitsLong" ? "bg-warning" : "bg-primary")}
                style={{ width: `${(85 * count) / most}%` }}
              />
            )}
            <span className={clsx(count === 0 && "text-muted")}>{count}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The mails that wait to be sent. */
export function MailQueue() {
  const { data, error, refetch, isFetching } = useQuery(queryOf("/admin/mail-queue"));
  const [all, setAll] = useState(false);
  const shown = all ? data : data?.filter(isShownFirst).slice(0, FIRST);
  const paused = data?.find(({ state }) => state === "paused");
  return (
    <Section
      title={t("emailQueue")}
      text={queueText(data)}
      action={
        <Button variant="secondary" size="sm" busy={isFetching} onClick={() => void refetch()}>
          {t("reload")}
        </Button>
      }
    >
      {error && !data && <QueryError title={t("queueNotLoaded")} {...{ error, refetch, isFetching }} />}
      {!data && !error && <SkeletonList rows={3} label={t("loadingQueue")} />}
      {paused && (
        <div role="status" className="toned tone-amber flex gap-3 rounded-control px-4 py-3 text-sm">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <div className="min-w-0 space-y-1">
            <p className="font-medium">
              {t("pausedThen", { standing: standingOf({ state: "paused", until: paused.next_try_at }) })}
            </p>
            {paused.error && <p className="break-words">{serverWords(paused.error)}</p>}
            {paused.advice && <p>{serverWords(paused.advice)}</p>}
          </div>
        </div>
      )}
      {data && <Picture mails={data} />}
      {shown && shown.length > 0 && (
        <ul className="-mx-4 divide-y divide-line border-line border-t">
          {shown.map((mail) => (
            <Row key={mail.id} mail={mail} />
          ))}
        </ul>
      )}
      {data && shown && data.length > shown.length && (
        <Button variant="ghost" size="sm" className="-ms-2.5" onClick={() => setAll(true)}>
          {t("showAll", { count: data.length })}
        </Button>
      )}
    </Section>
  );
}
