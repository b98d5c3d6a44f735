import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { formatDateTime } from "@/lib/format";
import { CopyButton } from "@/ui/CopyButton";
import type { Finding, Verified } from "./file/verify";
import { t } from "./texts";

export type Signer = "known" | "unknown" | "another";

const VERDICTS = {
  known: {
    Icon: CircleCheck,
    tone: "tone-green",
  },
  unknown: {
    Icon: TriangleAlert,
    tone: "tone-amber",
  },
  another: {
    Icon: CircleAlert,
    tone: "tone-red",
  },
  broken: {
    Icon: CircleAlert,
    tone: "tone-red",
  },
  receipt: {
    Icon: CircleAlert,
    tone: "tone-red",
  },
} as const;

interface Props {
  verified: Verified;
  signer: Signer;
  /** Claims that a receipt disproves; null without one. */
  receipt: Finding[] | null;
}

function verdictOf({ verified, signer, receipt }: Props): keyof typeof VERDICTS {
  if (verified.findings.length > 0) return "broken";
  if (receipt && receipt.length > 0) return "receipt";
  return signer;
}

function Sentences({ label, texts }: { label: string; texts: string[] }) {
  if (texts.length === 0) return null;
  return (
    <ul aria-label={label} className="mt-4 list-disc space-y-1 ps-5 text-sm">
      {texts.map((text) => (
        <li key={text} dir="auto" className="break-words">
          {text}
        </li>
      ))}
    </ul>
  );
}

function Code({ text, label }: { text: string; label: string }) {
  return (
    <span className="flex flex-wrap items-center gap-x-5">
      <code className="min-w-0 break-all font-mono text-xs">{text}</code>
      <span className="-ms-3">
        <CopyButton text={text} label={label} />
      </span>
    </span>
  );
}

function factsOf({ manifest, attempt }: Verified): [name: string, value: ReactNode][] {
  if (!manifest) return [];
  const facts: [string, ReactNode][] = [];
  if (attempt)
    facts.push(
      [
        t("candidate"),
        <span key="candidate">
          <bdi>{attempt.candidate.name}</bdi>, <bdi>{attempt.candidate.email}</bdi>
        </span>,
      ],
      [t("test"), <bdi key="test">{attempt.test.title}</bdi>],
      [
        t("taken"),
        t("fromTo", { from: formatDateTime(attempt.started_at), to: formatDateTime(attempt.ended_at) }),
      ],
    );
  facts.push(
    [t("signed"), formatDateTime(manifest.created)],
    [t("fingerprint"), <Code key="key" text={manifest.fingerprint} label={t("copyFingerprint")} />],
  );
  if (manifest.head)
    facts.push([t("proof"), <Code key="head" text={manifest.head} label={t("copyProof")} />]);
  return facts;
}

/** Result of the check: the verdict, its reasons, and whose attempt it is. */
export function Outcome(props: Props) {
  const { verified, receipt } = props;
  const verdict = verdictOf(props);
  const { Icon, tone } = VERDICTS[verdict];
  const problems = [...verified.findings, ...(receipt ?? [])].map((finding) => finding.text);
  const fits = verified.findings.length === 0 && receipt?.length === 0;
  const notes = fits ? [...verified.notes, t("receiptFits")] : verified.notes;
  return (
    <section aria-labelledby="verdict" className="rounded-card border border-line bg-surface p-5">
      <div className="flex items-start gap-3">
        <span
          aria-hidden="true"
          className={`toned ${tone} grid size-10 shrink-0 place-items-center rounded-full`}
        >
          <Icon className="size-5" />
        </span>
        <div className="min-w-0">
          <h2 id="verdict" className="font-semibold text-base">
            {t(`${verdict}Title`)}
          </h2>
          <p className="mt-0.5 text-ink-2 text-sm">{t(`${verdict}Text`)}</p>
        </div>
      </div>
      <Sentences label={t("findings")} texts={problems} />
      <Sentences label={t("notes")} texts={notes} />
      <dl className="mt-4 grid gap-x-6 gap-y-2 border-line border-t pt-4 text-sm empty:hidden sm:grid-cols-[auto_1fr]">
        {factsOf(verified).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted sm:py-0.5">{name}</dt>
            <dd className="min-w-0 break-words max-sm:mb-1 sm:py-0.5">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
