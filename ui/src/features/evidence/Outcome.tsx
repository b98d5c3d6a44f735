import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { formatDateTime } from "@/lib/format";
import { CopyButton } from "@/ui/CopyButton";
import type { Finding, Verified } from "./file/verify";

export type Signer = "known" | "unknown" | "another";

const VERDICTS = {
  known: {
    Icon: CircleCheck,
    tone: "tone-green",
    title: "Intact, signer known",
    text: "Nothing in this file was changed since it was signed, and its key is one that you trust.",
  },
  unknown: {
    Icon: TriangleAlert,
    tone: "tone-amber",
    title: "Intact, signer unknown",
    text: "The file fits its signature, but any server can sign. Compare the fingerprint with the one that the company gives you.",
  },
  another: {
    Icon: CircleAlert,
    tone: "tone-red",
    title: "Signed by another key",
    text: "The file fits its signature, but the signature is not by the key that you entered.",
  },
  broken: {
    Icon: CircleAlert,
    tone: "tone-red",
    title: "Not intact",
    text: "Do not rely on this file.",
  },
  receipt: {
    Icon: CircleAlert,
    tone: "tone-red",
    title: "The receipt does not fit",
    text: "The file fits its signature, but not what the candidate was given.",
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
    <ul aria-label={label} className="mt-4 list-disc space-y-1 pl-5 text-sm">
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
    <span className="flex flex-wrap items-center gap-x-2">
      <code className="min-w-0 break-all font-mono text-xs">{text}</code>
      <CopyButton text={text} label={label} />
    </span>
  );
}

function factsOf({ manifest, attempt }: Verified): [name: string, value: ReactNode][] {
  if (!manifest) return [];
  const facts: [string, ReactNode][] = [];
  if (attempt)
    facts.push(
      [
        "Candidate",
        <span key="candidate">
          <bdi>{attempt.candidate.name}</bdi>, <bdi>{attempt.candidate.email}</bdi>
        </span>,
      ],
      ["Test", <bdi key="test">{attempt.test.title}</bdi>],
      ["Taken", `${formatDateTime(attempt.started_at)} to ${formatDateTime(attempt.ended_at)}`],
    );
  facts.push(
    ["Signed", formatDateTime(manifest.created)],
    ["Fingerprint", <Code key="key" text={manifest.fingerprint} label="Copy the fingerprint" />],
  );
  if (manifest.head)
    facts.push(["Proof of the answers", <Code key="head" text={manifest.head} label="Copy the proof" />]);
  return facts;
}

/** Result of the check: the verdict, its reasons, and whose attempt it is. */
export function Outcome(props: Props) {
  const { verified, receipt } = props;
  const { Icon, tone, title, text } = VERDICTS[verdictOf(props)];
  const problems = [...verified.findings, ...(receipt ?? [])].map((finding) => finding.text);
  const fits = verified.findings.length === 0 && receipt?.length === 0;
  const notes = fits
    ? [...verified.notes, "The receipt fits: nothing that it covers was removed or changed."]
    : verified.notes;
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
            {title}
          </h2>
          <p className="mt-0.5 text-ink-2 text-sm">{text}</p>
        </div>
      </div>
      <Sentences label="Findings" texts={problems} />
      <Sentences label="Notes" texts={notes} />
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
