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
import { t } from "./texts";
import { type Chosen, useChosen } from "./useChosen";

const COMMAND = ["invigil", "evidence", "verify"];
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
  const command = [...COMMAND, `"${name}"`].join(" ");
  return (
    <section aria-labelledby="by-command" className="rounded-card border border-line bg-surface p-5">
      <h2 id="by-command" className="font-semibold text-base">
        {t("cannotCheck")}
      </h2>
      <p className="mt-1 text-ink-2 text-sm">{t("cannotCheckText")}</p>
      <p className="mt-3 flex flex-wrap items-center gap-2">
        <code className="min-w-0 break-all rounded-control bg-subtle px-2 py-1 font-mono text-sm">
          {command}
        </code>
        <CopyButton text={command} label={t("copyCommand")} />
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
  if (chosen.state === "unreadable") return <p className="text-error text-sm">{t("unreadable")}</p>;
  return (
    <p className="flex items-center gap-2 text-ink-2 text-sm">
      <Spinner /> {t("checking")}
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
      <title>{t("pageTitle")}</title>
      <Logo />
      <h1 className="mt-6 font-semibold text-xl">{t("title")}</h1>
      <p className="mt-1 text-ink-2 text-sm">{t("intro")}</p>
      <div className="mt-5 space-y-5">
        <FileDrop name={chosen?.name} onFile={(file) => void choose(file)} />
        <Field
          label={t("signerKey")}
          hint={t("signerKeyHint")}
          error={pasted.trim() !== "" && !isKeyText(pasted) ? t("keyWrong") : undefined}
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
          error={receipt.trim() !== "" && !head ? t("noProof") : undefined}
          onChange={(text) => setReceipt(receiptHead(text) ?? text.slice(0, 500))}
        />
        <div role="status">{chosen && <Result chosen={chosen} pasted={pasted} head={head} />}</div>
        <p className="text-muted text-xs">{t("limits")}</p>
      </div>
    </main>
  );
}
