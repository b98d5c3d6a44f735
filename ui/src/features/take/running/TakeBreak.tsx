import { Coffee } from "lucide-react";
import { useState } from "react";
import { errorText } from "@/api/client";
import { Button } from "@/ui/Button";
import { t } from "../panel-texts";
import { useTake, useTakeSession } from "../useTake";

/** Agreed breaks that the candidate takes alone (docs/behaviour/taking.md#breaks). */
export function TakeBreak() {
  const session = useTakeSession();
  const breaks = useTake((state) => state.breaks);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  if (!breaks) return null;
  const minutes = Math.ceil(breaks.next_seconds / 60);
  const take = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await session.takeBreak(true);
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section aria-label={t("takeBreak")} className="space-y-2">
      <Button
        variant="secondary"
        size="sm"
        className="w-full"
        busy={busy}
        disabled={breaks.count === 0}
        icon={Coffee}
        onClick={() => void take()}
      >
        {t("takeBreak")}
      </Button>
      <p className="text-muted text-xs">
        {breaks.count === 0 ? t("noBreakLeft") : t("breaksLeft", { count: breaks.count, minutes })}
      </p>
      {problem && (
        <p role="alert" className="text-ink-2 text-xs">
          {t("breakRefused", { problem })}
        </p>
      )}
    </section>
  );
}
