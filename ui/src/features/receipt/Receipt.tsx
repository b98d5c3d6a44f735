import { clsx } from "clsx";
import { CircleCheck, Download, Info, X } from "lucide-react";
import { type ReactNode, useSyncExternalStore } from "react";
import { saveFile } from "@/lib/download";
import { formatDateTime, plural } from "@/lib/format";
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

function factsOf(receipt: ReceiptData, missing: number): [name: string, value: string][] {
  return [
    ["Test", receipt.test_title],
    [ENDS[receipt.submitted_by].when, formatDateTime(receipt.submitted_at)],
    ["Stored on the server", plural(receipt.answers_stored, "answer")],
    ...(missing > 0 ? [["Not arrived", plural(missing, "answer")] as [string, string]] : []),
    receipt.provisional ? ["Points so far", provisionalWords(receipt)] : ["Score", percent(receipt)],
  ];
}

function download(receipt: ReceiptData, missing: number): void {
  const lines = [...factsOf(receipt, missing), ["Time (UTC)", receipt.submitted_at]];
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
  const missing = useSyncExternalStore(onUndelivered, undeliveredCount);
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
        {factsOf(receipt, missing).map(([name, value]) => (
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
          {receipt.provisional &&
            (receipt.judging === "waiting"
              ? "Some of your answers are still being checked. "
              : "People still have to review some of your answers. ")}
          {missing > 0
            ? "Keep this window open until your answers have arrived."
            : "You can close this window."}
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
          onClick={() => download(receipt, missing)}
        >
          Download receipt
        </Button>
      </div>
    </section>
  );
}
