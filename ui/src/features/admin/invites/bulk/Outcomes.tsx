import { CircleCheck, CircleX, MailWarning } from "lucide-react";
import { plural } from "@/lib/format";
import type { Outcome } from "./useBulkSend";

function Line({ outcome: { person, result } }: { outcome: Outcome }) {
  const ok = result?.ok === true;
  const unsent = ok && result.email_queued === false;
  const Icon = ok ? (unsent ? MailWarning : CircleCheck) : CircleX;
  const words = ok
    ? unsent
      ? "Created; no email is sent. Copy the link from the list of invitations."
      : "Created; the email is on its way."
    : (result?.detail ?? "The server returned no result for this row.");
  return (
    <li className="flex items-start gap-3 px-3 py-2 [contain-intrinsic-size:auto_3.25rem] [content-visibility:auto]">
      <Icon
        aria-hidden="true"
        className={`mt-0.5 size-4 shrink-0 ${ok ? (unsent ? "text-warning" : "text-success") : "text-error"}`}
      />
      <span className="min-w-0 flex-1">
        <span className="block truncate">
          <bdi>{person.name}</bdi> <span className="text-muted">{person.email}</span>
        </span>
        <span className={`block text-xs ${ok ? "text-muted" : "text-error"}`}>{words}</span>
      </span>
    </li>
  );
}

/** One line per person, failures first. */
export function Outcomes({ outcomes }: { outcomes: Outcome[] }) {
  const failed = outcomes.filter(({ result }) => !result?.ok);
  const rows = [...failed, ...outcomes.filter(({ result }) => result?.ok)];
  return (
    <>
      <p role="status" className="mb-3 font-medium tabular-nums">
        {plural(outcomes.length - failed.length, "invitation")} created
        {failed.length > 0 && <span className="text-error">, {failed.length} not created</span>}
      </p>
      <ol
        aria-label="Results"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable (WCAG 2.1.1)
        tabIndex={0}
        className="max-h-96 divide-y divide-line overflow-y-auto rounded-control border border-line text-sm"
      >
        {rows.map((outcome) => (
          <Line key={outcome.person.line} outcome={outcome} />
        ))}
      </ol>
    </>
  );
}
