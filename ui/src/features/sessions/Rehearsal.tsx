import { useQuery } from "@tanstack/react-query";
import { errorText } from "@/api/client";
import { queryOf } from "@/api/query";
import type { RehearsalFinding, RehearsalMark, RehearsalOutcome, RehearsalVerdict } from "@/api/types";
import { formatDateTime, formatTime, plural } from "@/lib/format";
import { Badge, type Tone } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { CopyButton } from "@/ui/CopyButton";
import { Skeleton } from "@/ui/Skeleton";

/** Poll interval in ms: a rehearsal begins and ends without an event. */
const POLL_INTERVAL_MS = 15_000;
const FEWEST = 10;

const VERDICTS: Record<RehearsalVerdict, { label: string; tone: Tone }> = {
  go: { label: "Go", tone: "green" },
  no_go: { label: "No-go", tone: "red" },
  undecided: { label: "No verdict", tone: "amber" },
};

const MARKS: Record<RehearsalMark, { label: string; tone: Tone }> = {
  ok: { label: "OK", tone: "green" },
  warning: { label: "Close", tone: "amber" },
  fault: { label: "Fault", tone: "red" },
  unknown: { label: "Not measured", tone: "grey" },
};

const NAMES: Record<string, string> = {
  certificate: "Certificate",
  certificate_expiry: "Certificate expires",
  clock: "Clock difference",
  page_p99: "Open the page",
  start_p99: "Start",
  save_p99: "Save",
  reconnect_p99: "Reconnect",
  submit_p99: "Submit",
  errors: "Errors",
  lost: "Lost answers",
  sync: "Disk speed",
  files: "Open files",
  memory: "Free memory",
  processor: "Processors",
  disk: "Free disk space",
  backup: "Age of the backup",
  camera: "Cameras",
  udp: "Video over UDP",
  camera_p99: "First picture",
  loss: "Packet loss",
  own_processor: "Processors of the playing machine",
  own_lag: "Delay of the playing machine",
};

const ORDER: RehearsalMark[] = ["fault", "warning", "unknown", "ok"];

/** The command that rehearses this session, for a machine of the hall. */
export function rehearsalCommand(session: string, people: number): string {
  const candidates = Math.max(people, FEWEST);
  return `invigil rehearse --server ${window.location.origin} --token-file token --session ${session} --candidates ${candidates}`;
}

function margin({ margin: left }: RehearsalFinding): string {
  if (left === null) return "";
  return left < 0 ? `, ${-left} % beyond` : `, ${left} % left`;
}

function Finding({ found }: { found: RehearsalFinding }) {
  const { label, tone } = MARKS[found.mark];
  return (
    <li className="grid gap-x-4 gap-y-1 px-5 py-2.5 text-sm sm:grid-cols-[8rem_13rem_1fr]">
      <span>
        <Badge tone={tone}>{label}</Badge>
      </span>
      <span className="min-w-0">
        <span className="block font-medium">{NAMES[found.measure] ?? found.measure}</span>
        <span className="block text-muted text-xs tabular-nums">
          {found.value}
          {found.limit && ` (limit ${found.limit}${margin(found)})`}
        </span>
      </span>
      <span className="min-w-0 break-words">
        {found.said}
        {found.fix && <span className="block text-muted">{found.fix}</span>}
      </span>
    </li>
  );
}

function Outcome({ last }: { last: RehearsalOutcome }) {
  const { label, tone } = VERDICTS[last.verdict];
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
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 py-3 text-sm">
        <Badge tone={tone}>{label}</Badge>
        <span>
          {plural(last.candidates, "candidate")} played
          {last.machine && (
            <>
              {" on "}
              <bdi>{last.machine}</bdi>
            </>
          )}
          , {formatDateTime(last.ended_at)}
          {last.by && (
            <>
              {", by "}
              <bdi>{last.by}</bdi>
            </>
          )}
          .{last.fits !== null && ` As far as measured, ${last.fits} would fit.`}
        </span>
      </div>
      {last.reason && <p className="px-5 pb-3 text-sm">{last.reason}</p>}
      {open.length > 0 && list(open)}
      {rest.length > 0 && (
        <details className="border-line border-t">
          <summary className="cursor-pointer px-5 py-2.5 text-sm">
            {plural(rest.length, "measure")} in order
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
    <Card
      flush
      title="Rehearsal"
      description="Another computer of the room plays candidates against this server, the day before: does it carry the session?"
      className="print:hidden"
    >
      {error && (
        <p role="alert" className="px-5 py-3 text-error text-sm">
          {errorText(error)}
        </p>
      )}
      {!data && !error && <Skeleton className="m-5 h-10" />}
      {data?.running && (
        <p role="status" className="border-line border-b px-5 py-3 text-sm">
          A rehearsal with {plural(data.running.candidates, "candidate")} is running since{" "}
          {formatTime(data.running.began_at)}, by <bdi>{data.running.by}</bdi>.
        </p>
      )}
      {data?.last && <Outcome last={data.last} />}
      {data && !data.last && !data.running && (
        <p className="px-5 py-3 text-muted text-sm">This session has not been rehearsed.</p>
      )}
      {mayAct && (
        <details className="px-5 py-3 text-sm">
          <summary className="cursor-pointer">How to rehearse</summary>
          <ol className="mt-2 list-decimal space-y-2 ps-5">
            <li>
              Make an API token with the role of a proctor under Settings, and put it into the file{" "}
              <code>token</code> on a computer of the room that has the same program.
            </li>
            <li>
              Run there, with as many candidates as will come:
              <span className="mt-1 flex flex-wrap items-center gap-2">
                <code dir="ltr" className="min-w-0 break-all rounded-control bg-subtle px-2 py-1">
                  {command}
                </code>
                <CopyButton text={command} label="Copy" />
              </span>
            </li>
            <li>
              After two minutes the outcome is shown here. The played candidates are removed; they get no
              email and count nowhere.
            </li>
          </ol>
        </details>
      )}
    </Card>
  );
}
