import type { Reply } from "@/api/operations";
import { serverSentence } from "../../staff-shared/server-sentence";
import { t } from "./texts";

type Outcome = Reply<"/admin/ldap/test", "post">;

/** The steps of a test of a provider or the directory. */
export function Steps({ steps }: Pick<Outcome, "steps">) {
  return (
    <ol aria-label={t("steps")} className="mt-2 space-y-1 text-sm">
      {steps.map(({ ok, said, parts }) => (
        <li key={said} className={`break-words ${ok ? "text-ink-2" : "font-medium text-error"}`}>
          {t(ok ? "passed" : "failed", { said: serverSentence(said, parts) })}
        </li>
      ))}
    </ol>
  );
}
