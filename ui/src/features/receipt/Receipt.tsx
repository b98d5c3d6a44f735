import { clsx } from "clsx";
import { CircleCheck, Download, Info, X } from "lucide-react";
import { type ReactNode, useSyncExternalStore } from "react";
import { languageTag, sentenceGap } from "@/i18n";
import { saveFile } from "@/lib/download";
import { answerCount, formatDateTime } from "@/lib/format";
import { deletedCount } from "@/lib/known-receipts";
import { provisionalWords } from "@/lib/score";
import { takenTitle } from "@/lib/translated";
import { onUndelivered, undeliveredCount } from "@/lib/undelivered";
import { Button, IconButton } from "@/ui/Button";
import { CopyButton } from "@/ui/CopyButton";
import { ownPage, type ReceiptData } from "./data";
import { t } from "./texts";
import { useGoOn } from "./useGoOn";

/** Digits of the proof that are shown; all are copied and downloaded. */
const PROOF_SHOWN = 16;

/** "50%" or "50 %"; Arabic pages use the digits 0 to 9. */
const percent = ({ score }: ReceiptData) =>
  new Intl.NumberFormat(`${languageTag()}-u-nu-latn`, { style: "percent" }).format(Math.round(score) / 100);

const ENDS = {
  candidate: { title: "receivedTitle", when: "submitted" },
  deadline: { title: "timeUpTitle", when: "submitted" },
  admin: { title: "endedTitle", when: "ended" },
} as const;

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

type Fact = [name: string, value: string, lang?: string | undefined];

/** A late answer may still count: until that is decided, a percent is no verdict. */
function scoreOf(receipt: ReceiptData, { waits, arrived }: Late): Fact {
  if (receipt.provisional) return [t("pointsSoFar"), provisionalWords(receipt)];
  return waits + arrived > 0 || receipt.late
    ? [t("scoreSoFar"), t("notFinal", { percent: percent(receipt) })]
    : [t("score"), percent(receipt)];
}

/** What the candidate still has to know. */
function endOf({ provisional, judging, late }: ReceiptData, { waits, arrived }: Late): string {
  const checked = judging === "waiting";
  const parts = [
    provisional && checked && t("answersChecked"),
    provisional && !checked && t("answersToReview"),
    waits > 0 && t("scoreNotFinal", { count: waits }),
    (arrived > 0 || late) && t("reviewerDecides"),
    waits > 0 ? t("keepWindowOpen") : t("canClose"),
  ];
  return parts.filter(Boolean).join(sentenceGap());
}

function factsOf(receipt: ReceiptData, late: Late): Fact[] {
  const { waits, arrived, deleted } = late;
  const title = takenTitle(receipt);
  const rows: [name: string, count: number, words: string][] = [
    [t("notArrived"), waits, answerCount(waits)],
    [t("arrivedLate"), arrived, answerCount(arrived)],
    [t("neverArrived"), deleted, t("deletedCount", { answers: answerCount(deleted) })],
  ];
  return [
    [t("test"), title.source, title.lang],
    [t(ENDS[receipt.submitted_by].when), formatDateTime(receipt.submitted_at)],
    [t("storedOnServer"), answerCount(receipt.answers_stored)],
    ...rows.flatMap(([name, count, words]): Fact[] => (count > 0 ? [[name, words]] : [])),
    scoreOf(receipt, late),
  ];
}

function download(receipt: ReceiptData, late: Late): void {
  const lines: Fact[] = [...factsOf(receipt, late), [t("timeUtc"), receipt.submitted_at]];
  if (receipt.head) lines.push([t("proof"), receipt.head]);
  const page = ownPage(receipt);
  if (page) lines.push([t("page"), page]);
  const text = [
    t(ENDS[receipt.submitted_by].title),
    "",
    ...lines.map(([name, value]) => t("receiptLine", { name, value })),
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
      <dt className="text-muted max-sm:-mb-1.5">{name}</dt>
      <dd className="flex min-w-0 flex-wrap items-baseline gap-x-5">
        {children}
        <span className="-ms-3">
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
            {t(end.title)}
          </h2>
        </div>
        <IconButton label={t("dismiss")} onClick={onDismiss} className="-mt-2 -me-2">
          <X aria-hidden="true" className="size-4" />
        </IconButton>
      </div>
      <dl className="mt-3 grid gap-x-6 gap-y-1.5 text-sm sm:grid-cols-[auto_1fr]">
        {factsOf(receipt, late).map(([name, value, lang]) => (
          <div key={name} className="contents">
            <dt className="text-muted max-sm:-mb-1.5">{name}</dt>
            <dd dir="auto" lang={lang} className="min-w-0 text-match font-medium tabular-nums">
              {value}
            </dd>
          </div>
        ))}
        {/* What the candidate can later compare with what the server keeps. */}
        {receipt.head && (
          <Copied name={t("proof")} text={receipt.head} copyLabel={t("copyProof")}>
            <code title={receipt.head} className="font-mono">
              {receipt.head.slice(0, PROOF_SHOWN)}…
            </code>
          </Copied>
        )}
        {/* What is kept about the candidate: its address is given here alone. */}
        {page && (
          <Copied name={t("page")} text={page} copyLabel={t("copyLink")}>
            <a href={page} className="text-primary underline">
              {t("seeOrDelete")}
            </a>
          </Copied>
        )}
      </dl>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t pt-3">
        <p className="text-ink-2 text-sm">
          {endOf(receipt, late)}
          {receipt.company?.contact && (
            <>
              {sentenceGap()}
              {t.rich("questions", { contact: <bdi>{receipt.company.contact}</bdi> })}
            </>
          )}
        </p>
        <Button variant="secondary" size="sm" icon={Download} onClick={() => download(receipt, late)}>
          {t("downloadReceipt")}
        </Button>
      </div>
    </section>
  );
}
