import { api } from "@/api/client";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { TestOutcome } from "../TestOutcome";
import { t } from "./texts";

/** Makes one short call to the provider with the saved settings and shows the reply. */
export function TestAi() {
  const test = useSend({
    mutationFn: () => api.post("/admin/ai-settings/test"),
  });
  return (
    <div className="flex min-w-0 flex-1 basis-72 flex-wrap items-center gap-x-3 gap-y-2">
      <Button variant="secondary" busy={test.isPending} onClick={() => test.mutate()}>
        {t("test")}
      </Button>
      <div role="status" className="min-w-0 flex-1 basis-40 text-sm">
        {test.isIdle && <p className="text-muted text-xs">{t("usesSaved")}</p>}
        <TestOutcome test={test} />
      </div>
    </div>
  );
}
