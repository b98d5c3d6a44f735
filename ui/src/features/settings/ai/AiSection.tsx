import { errorText } from "@/api/client";
import { useAiSettings } from "@/features/staff-shared/ai/key";
import { ErrorState } from "@/ui/ErrorState";
import { Skeleton } from "@/ui/Skeleton";
import { AiForm } from "./AiForm";
import { BrowserKey } from "./BrowserKey";
import { TestAi } from "./TestAi";
import { t } from "./texts";

export function AiSection() {
  const { data, error, refetch, isFetching } = useAiSettings();
  return (
    <section aria-labelledby="ai-settings" className="border-line border-t pt-6">
      <h3 id="ai-settings" className="font-semibold text-base">
        {t("ai")}
      </h3>
      <p className="mt-0.5 mb-4 text-muted text-sm">{t("aiText")}</p>
      <BrowserKey />
      <div className="mt-6">
        {error && !data && (
          <ErrorState
            title={t("notLoaded")}
            detail={errorText(error)}
            onRetry={() => void refetch()}
            busy={isFetching}
          />
        )}
        {!data && !error && (
          <div role="status" aria-label={t("loading")} className="grid gap-4 sm:grid-cols-2">
            {[0, 1, 2, 3].map((field) => (
              <Skeleton key={field} className="h-16" />
            ))}
          </div>
        )}
        {data && (
          <div className="space-y-6">
            <AiForm settings={data} />
            <TestAi />
          </div>
        )}
      </div>
    </section>
  );
}
