import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useState } from "react";
import { errorText } from "@/api/client";
import type { Reply } from "@/api/operations";
import { queryOf } from "@/api/query";
import { isFault, standingOf } from "@/features/staff-shared/email-labels";
import { plural } from "@/lib/format";
import { Button } from "@/ui/Button";
import { ErrorState } from "@/ui/ErrorState";
import { SkeletonList } from "@/ui/Skeleton";
import { Section } from "./Section";

type Mail = Reply<"/admin/mail-queue", "get">[number];

/** As on the server. */
const MAX_SHOWN = 100;

const KINDS: Record<Mail["kind"], string> = {
  invitation: "Invitation",
  scheduled: "Confirmation of a time",
  reminder: "Reminder before a time",
  verify_mailbox: "Verification of an address",
  closing: "Reminder before the end",
  end_moved: "New end date",
  withdrawn: "Withdrawal of a scheduled test",
  decision: "Decision",
  reset_password: "Link for a new password",
  digest: "Daily summary",
  server_notice: "Notice about the servers",
};

/** Rows before the others are asked for. */
const FIRST = 10;

function Row({ mail }: { mail: Mail }) {
  // What all wait for stands above them, once.
  const isTold = mail.state === "paused";
  const error = isTold ? mail.own_error : mail.error;
  return (
    <li className="space-y-1 px-4 py-3 text-sm">
      <div className="flex flex-wrap justify-between gap-x-3">
        <p className="font-medium">
          {KINDS[mail.kind]}
          {mail.to && (
            <>
              {" to "}
              <bdi className="break-all font-normal">{mail.to}</bdi>
            </>
          )}
        </p>
        <p className={clsx("tabular-nums", !isTold && isFault(mail.state) ? "text-error" : "text-muted")}>
          {isTold ? "Waits with all others" : standingOf({ state: mail.state, until: mail.next_try_at })}
        </p>
      </div>
      {mail.test_title && <p className="truncate text-ink-2">{mail.test_title}</p>}
      {(mail.tries > 0 || error) && (
        <p className={clsx("break-words", isTold ? "text-ink-2" : "text-error")}>
          {mail.tries > 0 && `${plural(mail.tries, "try", "tries")} failed${error ? ": " : "."}`}
          {error}
        </p>
      )}
      {!isTold && mail.advice && <p className="text-ink-2">{mail.advice}</p>}
    </li>
  );
}

/** The mails that wait to be sent. */
export function MailQueue() {
  const { data, error, refetch, isFetching } = useQuery(queryOf("/admin/mail-queue"));
  const [all, setAll] = useState(false);
  const paused = data?.find(({ state }) => state === "paused");
  const failing = data?.filter(({ tries }) => tries > 0).length ?? 0;
  const text = !data
    ? "Emails waiting to be sent."
    : data.length === 0
      ? "No emails are waiting to be sent."
      : `${data.length === MAX_SHOWN ? "The first 100 emails" : plural(data.length, "email")} in the queue, ${failing === 0 ? "none has failed" : `${failing} failed before`}.`;
  return (
    <Section
      title="Email queue"
      text={text}
      action={
        <Button variant="secondary" size="sm" busy={isFetching} onClick={() => void refetch()}>
          Reload
        </Button>
      }
    >
      {error && !data && (
        <ErrorState
          title="The email queue could not be loaded"
          detail={errorText(error)}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      )}
      {!data && !error && <SkeletonList rows={3} label="Loading the email queue" />}
      {paused && (
        <div role="status" className="mb-3 space-y-1 rounded-card border border-error p-4 text-sm">
          <p className="font-medium">
            {standingOf({ state: "paused", until: paused.next_try_at })}. Then one email tries, and the others
            follow; saved email settings or a test email end the wait.
          </p>
          {paused.error && <p className="break-words">{paused.error}</p>}
          {paused.advice && <p className="text-ink-2">{paused.advice}</p>}
        </div>
      )}
      {data && data.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line">
          {(all ? data : data.slice(0, FIRST)).map((mail) => (
            <Row key={mail.id} mail={mail} />
          ))}
        </ul>
      )}
      {data && data.length > FIRST && !all && (
        <Button variant="ghost" size="sm" className="mt-2" onClick={() => setAll(true)}>
          Show all {data.length}
        </Button>
      )}
    </Section>
  );
}
