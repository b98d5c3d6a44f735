import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { queryOf } from "@/api/query";
import { useSession } from "@/stores/session";
import { CopyButton } from "@/ui/CopyButton";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { Logo } from "@/ui/Logo";
import { Spinner } from "@/ui/Spinner";
import { FileDrop } from "./FileDrop";
import { receiptHead } from "./file/receipt-head";
import { isKeyText, isKnown } from "./file/signer";
import { receiptFindings, type Verified } from "./file/verify";
import { Outcome, type Signer } from "./Outcome";
import { ReceiptField } from "./ReceiptField";
import { type Chosen, useChosen } from "./useChosen";

const NO_KEYS: { fingerprint: string }[] = [];

/** This server's keys, for signed-in administrators. */
function useOwnKeys() {
  const isAdmin = useSession(({ user }) => user?.role === "admin");
  return useQuery({ ...queryOf("/evidence-keys"), enabled: isAdmin }).data?.keys ?? NO_KEYS;
}

function signerOf({ manifest }: Verified, pasted: string, own: typeof NO_KEYS): Signer {
  if (!manifest) return "unknown";
  if (isKnown(manifest, pasted, own)) return "known";
  return pasted.trim() === "" ? "unknown" : "another";
}

function ByCommand({ name }: { name: string }) {
  const command = `invigil evidence verify "${name}"`;
  return (
    <section aria-labelledby="by-command" className="rounded-card border border-line bg-surface p-5">
      <h2 id="by-command" className="font-semibold text-base">
        This browser cannot check signatures
      </h2>
      <p className="mt-1 text-ink-2 text-sm">
        It needs Ed25519 and a secure connection (https). Check the file with the program instead, on any
        machine and without a network:
      </p>
      <p className="mt-3 flex flex-wrap items-center gap-2">
        <code className="min-w-0 break-all rounded-control bg-subtle px-2 py-1 font-mono text-sm">
          {command}
        </code>
        <CopyButton text={command} label="Copy the command" />
      </p>
    </section>
  );
}

interface ResultProps {
  chosen: Chosen;
  pasted: string;
  head: string | undefined;
}

function Result({ chosen, pasted, head }: ResultProps) {
  const own = useOwnKeys();
  const verified = chosen.state === "checked" ? chosen.verified : undefined;
  const receipt = useMemo(
    () => (verified && head && verified.findings.length === 0 ? receiptFindings(verified, head) : null),
    [verified, head],
  );
  if (verified) {
    // A half-typed fingerprint is not another key yet.
    const trusted = isKeyText(pasted) ? pasted : "";
    return <Outcome verified={verified} signer={signerOf(verified, trusted, own)} receipt={receipt} />;
  }
  if (chosen.state === "unsupported") return <ByCommand name={chosen.name} />;
  if (chosen.state === "unreadable")
    return <p className="text-error text-sm">This file could not be read. Choose it again.</p>;
  return (
    <p className="flex items-center gap-2 text-ink-2 text-sm">
      <Spinner /> Checking the file…
    </p>
  );
}

/** Checks a file of evidence without a server: nothing is uploaded (docs/evidence.md). */
export default function EvidencePage() {
  const { chosen, choose } = useChosen();
  const [pasted, setPasted] = useState("");
  const [receipt, setReceipt] = useState("");
  const head = receiptHead(receipt);
  return (
    <main className="mx-auto w-full max-w-3xl px-4 py-8">
      <title>Verify evidence | Invigil</title>
      <Logo />
      <h1 className="mt-6 font-semibold text-xl">Verify evidence</h1>
      <p className="mt-1 text-ink-2 text-sm">
        Checks that an evidence file is as it was signed, and that the saves in it lead to its answers. This
        happens in your browser: nothing is uploaded.
      </p>
      <div className="mt-5 space-y-5">
        <FileDrop name={chosen?.name} onFile={(file) => void choose(file)} />
        <Field
          label="Fingerprint or public key of the signer (optional)"
          hint="As you have it from the company, and not from the file."
          error={
            pasted.trim() !== "" && !isKeyText(pasted)
              ? "It has 64 digits, from 0 to 9 and a to f, or is one public key in PEM."
              : undefined
          }
        >
          <Input
            value={pasted}
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
            onChange={(event) => setPasted(event.target.value)}
          />
        </Field>
        <ReceiptField
          value={receipt}
          error={receipt.trim() !== "" && !head ? "There is no proof in this text." : undefined}
          onChange={(text) => setReceipt(receiptHead(text) ?? text.slice(0, 500))}
        />
        <div role="status">{chosen && <Result chosen={chosen} pasted={pasted} head={head} />}</div>
        <p className="text-muted text-xs">
          An evidence file does not show who sat at the keyboard, nor does it help against a server that lied
          while the test was running. Times of single edits are of the candidate's clock. No receipt covers
          the questions, the timeline, the screenshots and the scores: they are as the installation kept them.
        </p>
      </div>
    </main>
  );
}
