import { clsx } from "clsx";
import { CircleCheck, Download, Info, X } from "lucide-react";
import { type ReactNode, useSyncExternalStore } from "react";
import { saveFile } from "@/lib/download";
import { formatDateTime, plural } from "@/lib/format";
import { deletedCount } from "@/lib/known-receipts";
import { provisionalWords } from "@/lib/score";
import { onUndelivered, undeliveredCount } from "@/lib/undelivered";
import { Button, IconButton } from "@/ui/Button";
import { CopyButton } from "@/ui/CopyButton";
import { ownPage, type ReceiptData } from "./data";
import { useGoOn } from "./useGoOn";

const PROOF = "Proof of your answers";
const PAGE = "Your page";
/** Digits of the proof that are shown; all are copied and downloaded. */
const PROOF_SHOWN = 16;

const percent = ({ score }: ReceiptData) => `${Math.round(score)}%`;

const ENDS = {
  candidate: { title: "Your test was received", when: "Submitted" },
  deadline: { title: "The time was up: your test was received", when: "Submitted" },
  admin: { title: "Your administrator ended the test", when: "Ended" },
};

/** What became of the answers that had not arrived at the end. */
interface Late {
  waits: number;
  arrived: number;
  deleted: number;
}

function useLate({ link, missing = 0 }: ReceiptData): Late {
  const waits = useSyncExternalStore(onUndelivered, () => undeliveredCount(link));
  const deleted = useSyncExternalStore(onUndelivered, () => (link ? deletedCount(link) : 0));
  return { waits, deleted, arrived: Math.max(0, missing - waits - deleted) };
}

type Fact = [name: string, value: string];

/** A late answer may still count: until that is decided, a percent is no verdict. */
function scoreOf(receipt: ReceiptData, { waits, arrived }: Late): Fact {
  if (receipt.provisional) return ["Points so far", provisionalWords(receipt)];
  return waits + arrived > 0
    ? ["Score so far", `${percent(receipt)}, not final`]
    : ["Score", percent(receipt)];
}

/** What the candidate still has to know. */
function endOf({ provisional, judging }: ReceiptData, { waits, arrived }: Late): string {
  const checked = judging === "waiting";
  const parts = [
    provisional && checked && "Some of your answers are still being checked.",
    provisional && !checked && "People still have to review some of your answers.",
    waits > 0 &&
      `The score is not final: ${plural(waits, "answer")} ${waits === 1 ? "has" : "have"} not arrived.`,
    arrived > 0 && "A reviewer decides whether late answers count.",
    waits > 0 ? "Keep this window open until your answers have arrived." : "You can close this window.",
  ];
  return parts.filter(Boolean).join(" ");
}

function factsOf(receipt: ReceiptData, late: Late): Fact[] {
  const { waits, arrived, deleted } = late;
  const rows: [name: string, count: number, more: string][] = [
    ["Not arrived", waits, ""],
    ["Arrived late", arrived, ""],
    ["Never arrived", deleted, ", deleted from this computer"],
  ];
  return [
    ["Test", receipt.test_title],
    [ENDS[receipt.submitted_by].when, formatDateTime(receipt.submitted_at)],
    ["Stored on the server", plural(receipt.answers_stored, "answer")],
    ...rows.flatMap(([name, count, more]): Fact[] =>
      count > 0 ? [[name, plural(count, "answer") + more]] : [],
    ),
    scoreOf(receipt, late),
  ];
}

function download(receipt: ReceiptData, late: Late): void {
  const lines = [...factsOf(receipt, late), ["Time (UTC)", receipt.submitted_at]];
  if (receipt.head) lines.push([PROOF, receipt.head]);
  const page = ownPage(receipt);
  if (page) lines.push([PAGE, page]);
  const text = [
    ENDS[receipt.submitted_by].title,
    "",
    ...lines.map(([name, value]) => `${name}: ${value}`),
    "",
  ];
  saveFile(new Blob([text.join("\n")], { type: "text/plain;charset=utf-8" }), "receipt.txt");
}

interface CopiedProps {
  name: string;
  text: string;
  copyLabel: string;
  children: ReactNode;
}

/** A fact that can be copied. */
function Copied({ name, text, copyLabel, children }: CopiedProps) {
  return (
    <div className="contents">
      <dt className="text-muted">{name}</dt>
      <dd className="flex min-w-0 flex-wrap items-baseline gap-x-5">
        {children}
        <span className="-ml-3">
          <CopyButton text={text} label={copyLabel} />
        </span>
      </dd>
    </div>
  );
}

/** Proof for the candidate that the test arrived; shown on every page until dismissed. */
export function Receipt({ receipt, onDismiss }: { receipt: ReceiptData; onDismiss(): void }) {
  const end = ENDS[receipt.submitted_by];
  const Icon = receipt.submitted_by === "admin" ? Info : CircleCheck;
  const page = ownPage(receipt);
  const late = useLate(receipt);
  useGoOn(receipt);
  return (
    <section
      aria-labelledby="receipt-title"
      className={clsx(
        "w-full rounded-card border bg-surface p-5",
        receipt.submitted_by === "admin" ? "border-line" : "border-success/40",
      )}
    >
      <div className="flex items-start justify-between gap-3">
        <div className="flex items-center gap-2.5">
          <Icon
            aria-hidden="true"
            className={clsx(
              "size-5 shrink-0",
              receipt.submitted_by === "admin" ? "text-muted" : "text-success",
            )}
          />
          <h2 id="receipt-title" className="font-semibold text-base">
            {end.title}
          </h2>
        </div>
        <IconButton label="Dismiss" onClick={onDismiss} className="-mt-2 -mr-2">
          <X aria-hidden="true" className="size-4" />
        </IconButton>
      </div>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-sm">
        {factsOf(receipt, late).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd dir="auto" className="min-w-0 font-medium tabular-nums">
              {value}
            </dd>
          </div>
        ))}
        {/* What the candidate can later compare with what the server keeps. */}
        {receipt.head && (
          <Copied name={PROOF} text={receipt.head} copyLabel="Copy the proof">
            <code title={receipt.head} className="font-mono">
              {receipt.head.slice(0, PROOF_SHOWN)}…
            </code>
          </Copied>
        )}
        {/* What is kept about the candidate: its address is given here alone. */}
        {page && (
          <Copied name={PAGE} text={page} copyLabel="Copy the link">
            <a href={page} className="text-primary underline">
              See or delete what is stored about you
            </a>
          </Copied>
        )}
      </dl>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t pt-3">
        <p className="text-ink-2 text-sm">
          {endOf(receipt, late)}
          {receipt.company?.contact && (
            <>
              {" "}
              Questions? <bdi>{receipt.company.contact}</bdi>
            </>
          )}
        </p>
        <Button
          variant="secondary"
          size="sm"
          icon={<Download aria-hidden="true" className="size-4" />}
          onClick={() => download(receipt, late)}
        >
          Download receipt
        </Button>
      </div>
    </section>
  );
}
