import { CopyButton } from "@/ui/CopyButton";
import { t } from "./texts";

/** Recovery codes, which the server shows this once. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <div className="space-y-3">
      <p className="text-ink-2 text-sm">{t("codesText")}</p>
      <ul
        aria-label={t("codesTitle")}
        className="grid grid-cols-1 gap-1 rounded-control bg-subtle p-3 text-center font-mono text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} dir="ltr">
            {code}
          </li>
        ))}
      </ul>
      <CopyButton text={codes.join("\n")} label={t("copyCodes")} variant="secondary" />
    </div>
  );
}
