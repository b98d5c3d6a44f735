import { readAiKey, useAiSettings } from "@/features/staff-shared/ai/key";
import { QueryError } from "@/ui/QueryError";
import { Skeleton } from "@/ui/Skeleton";
import { SectionGroup } from "../Section";
import { AiForm } from "./AiForm";
import { BrowserKey } from "./BrowserKey";
import { t } from "./texts";

export function AiSection() {
  const { data, error, refetch, isFetching } = useAiSettings();
  return (
    <SectionGroup title={t("ai")} text={t("aiText")}>
      {error && !data && <QueryError title={t("notLoaded")} {...{ error, refetch, isFetching }} />}
      {!data && !error && (
        <div role="status" aria-label={t("loading")} className="grid gap-4 sm:grid-cols-2">
          {[0, 1, 2, 3].map((field) => (
            <Skeleton key={field} className="h-16" />
          ))}
        </div>
      )}
      {data && <AiForm settings={data} />}
      {/* Beside a key of the server few need one of their own. */}
      <details open={!data?.hasKey || readAiKey() !== null} className="rounded-card border border-line p-4">
        <summary className="cursor-pointer">
          <h4 className="inline font-semibold text-base">{t("inBrowser")}</h4>
        </summary>
        <div className="mt-3">
          <BrowserKey />
        </div>
      </details>
    </SectionGroup>
  );
}
