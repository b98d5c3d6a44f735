import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleQuestionMark, type LucideIcon, OctagonX } from "lucide-react";
import { errorText } from "@/api/client";
import { queryOf } from "@/api/query";
import type { RehearsalFinding, RehearsalMark, RehearsalOutcome, RehearsalVerdict } from "@/api/types";
import type { rehearsal } from "@/i18n/staff/en/rehearsal";
import type { PlainKey } from "@/i18n/typed";
import { formatDateTime, formatTime } from "@/lib/format";
import { serverWords } from "@/lib/server-words";
import { Badge, type Tone } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { CopyButton } from "@/ui/CopyButton";
import { Skeleton } from "@/ui/Skeleton";
import { t } from "./rehearsal-texts";

/** Poll interval in ms: a rehearsal begins and ends without an event. */
const POLL_INTERVAL_MS = 15_000;
const FEWEST = 10;

type Key = PlainKey<typeof rehearsal>;

const VERDICTS: Record<RehearsalVerdict, { label: Key; tone: string; Icon: LucideIcon }> = {
  go: { label: "go", tone: "tone-green", Icon: CircleCheck },
  no_go: { label: "noGo", tone: "tone-red", Icon: OctagonX },
  undecided: { label: "noVerdict", tone: "tone-amber", Icon: CircleQuestionMark },
};

const MARKS: Record<RehearsalMark, { label: Key; tone: Tone }> = {
  ok: { label: "ok", tone: "green" },
  warning: { label: "close", tone: "amber" },
  fault: { label: "fault", tone: "red" },
  unknown: { label: "notMeasured", tone: "grey" },
};

const NAMES: Record<string, Key> = {
  certificate: "certificate",
  certificate_expiry: "certificateExpiry",
  links: "links",
  clock: "clock",
  page_p99: "page",
  start_p99: "start",
  save_p99: "save",
  reconnect_p99: "reconnect",
  submit_p99: "submit",
  errors: "errors",
  lost: "lost",
  sync: "sync",
  files: "files",
  memory: "memory",
  processor: "processor",
  disk: "disk",
  backup: "backup",
  camera: "camera",
  udp: "udp",
  camera_p99: "firstPicture",
  loss: "loss",
  own_processor: "ownProcessor",
  own_lag: "ownLag",
};

/** Values that are words. */
const VALUES: Record<string, Key> = {
  accepted: "certificateAccepted",
  refused: "certificateRefused",
  none: "noBackup",
  open: "udpOpen",
};

const ORDER: RehearsalMark[] = ["fault", "warning", "unknown", "ok"];

/** The command that rehearses this session, for a machine of the hall. */
export function rehearsalCommand(session: string, people: number): string {
  const candidates = Math.max(people, FEWEST);
  return `invigil rehearse --server ${window.location.origin} --token-file token --session ${session} --candidates ${candidates}`;
}

/** "20 days" and "3 of 4" in words; numbers and other units are the same in each language. */
function valueWords(value: string): string {
  const key = VALUES[value];
  if (key) return t(key);
  const [, days] = /^(\d+) days$/.exec(value) ?? [];
  if (days) return t("days", { count: Number(days) });
  const [, count, all] = /^(\d+) of (\d+)$/.exec(value) ?? [];
  return count && all ? t("countOf", { count, all }) : value;
}

function limitWords({ limit: given, margin: left }: RehearsalFinding): string {
  const limit = valueWords(given);
  if (left === null) return t("limit", { limit });
  return left < 0 ? t("limitBeyond", { limit, count: -left }) : t("limitLeft", { limit, count: left });
}

function nameOf(measure: string): string {
  const key = NAMES[measure];
  return key ? t(key) : measure;
}

function Finding({ found }: { found: RehearsalFinding }) {
  const { label, tone } = MARKS[found.mark];
  return (
    <li className="grid gap-x-4 gap-y-1 px-5 py-2.5 text-sm sm:grid-cols-[7.5rem_12rem_1fr] lg:grid-cols-[7.5rem_18rem_1fr]">
      <span>
        <Badge tone={tone}>{t(label)}</Badge>
      </span>
      <span className="min-w-0">
        <span className="block font-medium">{nameOf(found.measure)}</span>
        <span className="block text-muted text-xs tabular-nums">
          {valueWords(found.value)}
          {found.limit && ` ${limitWords(found)}`}
        </span>
      </span>
      <span className="min-w-0 break-words">
        {serverWords(found.said)}
        {found.fix && <span className="block text-muted">{serverWords(found.fix)}</span>}
      </span>
    </li>
  );
}

function Outcome({ last }: { last: RehearsalOutcome }) {
  const { label, tone, Icon } = VERDICTS[last.verdict];
  const sorted = ORDER.flatMap((mark) => last.findings.filter((found) => found.mark === mark));
  const open = sorted.filter(({ mark }) => mark !== "ok");
  const rest = sorted.filter(({ mark }) => mark === "ok");
  const list = (findings: RehearsalFinding[]) => (
    <ul className="divide-y divide-line">
      {findings.map((found) => (
        <Finding key={found.measure} found={found} />
      ))}
    </ul>
  );
  return (
    <div className="border-line border-b">
      <div className={`toned ${tone} flex items-start gap-3 px-5 py-3`}>
        <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <p className="min-w-0 text-sm">
          <strong className="block font-semibold text-base">{t(label)}</strong>
          {t.rich("played", {
            count: last.candidates,
            elsewhere: last.machine ? "yes" : "no",
            machine: <bdi>{last.machine}</bdi>,
            when: formatDateTime(last.ended_at),
            named: last.by ? "yes" : "no",
            by: <bdi>{last.by}</bdi>,
          })}
          {last.fits !== null && ` ${t("wouldFit", { count: last.fits })}`}
        </p>
      </div>
      {last.reason && <p className="px-5 py-3 text-sm">{serverWords(last.reason)}</p>}
      {open.length > 0 && list(open)}
      {rest.length > 0 && (
        <details className="border-line border-t">
          <summary className="cursor-pointer px-5 py-2.5 text-sm">
            {t("inOrder", { count: rest.length })}
          </summary>
          {list(rest)}
        </details>
      )}
    </div>
  );
}

/** The last rehearsal of a session, and how to hold one (docs/rehearsal.md). */
export function Rehearsal({ session, people, mayAct }: { session: string; people: number; mayAct: boolean }) {
  const { data, error } = useQuery({
    ...queryOf("/sessions/{id}/rehearsal", { path: { id: session } }),
    refetchInterval: POLL_INTERVAL_MS,
  });
  const command = rehearsalCommand(session, people);
  return (
    <Card flush title={t("rehearsal")} description={t("rehearsalText")} className="print:hidden">
      {error && (
        <p role="alert" className="px-5 py-3 text-error text-sm">
          {errorText(error)}
        </p>
      )}
      {!data && !error && <Skeleton className="m-5 h-10" />}
      {data?.running && (
        <p role="status" className="border-line border-b px-5 py-3 text-sm">
          {t.rich("running", {
            count: data.running.candidates,
            time: formatTime(data.running.began_at),
            by: <bdi>{data.running.by}</bdi>,
          })}
        </p>
      )}
      {data?.last && <Outcome last={data.last} />}
      {data && !data.last && !data.running && (
        <p className="px-5 py-3 text-muted text-sm">{t("notRehearsed")}</p>
      )}
      {mayAct && (
        <details className="px-5 py-3 text-sm">
          <summary className="cursor-pointer">{t("howTo")}</summary>
          <ol className="mt-2 list-decimal space-y-2 ps-5">
            <li>{t.rich("makeToken", { file: (inside) => <code>{inside}</code> })}</li>
            <li>
              {t("runThere")}
              <span className="mt-1 flex flex-wrap items-center gap-2">
                <code dir="ltr" className="min-w-0 break-all rounded-control bg-subtle px-2 py-1">
                  {command}
                </code>
                <CopyButton text={command} label={t("copy")} />
              </span>
            </li>
            <li>{t("afterwards")}</li>
          </ol>
        </details>
      )}
    </Card>
  );
}
