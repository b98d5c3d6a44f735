import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { withDecimalMark } from "@/lib/format";
import { Button } from "@/ui/Button";
import { agreementQuery } from "../queries";
import { t } from "../texts";
import { kappaWords, pairsOf, pairWords } from "./labels";
import { SettleDialog } from "./SettleDialog";

/** How far two markers agree, and the way to the answers where they do not. */
export function AgreementLine({ test }: { test: string }) {
  const { data } = useQuery(agreementQuery(test));
  const [settling, setSettling] = useState(false);
  if (!data || pairsOf(data) === 0) return null;
  const { kappa, to_settle } = data;
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <p className="min-w-64 flex-1 text-sm tabular-nums">
        {pairWords(data)}
        {kappa !== null && (
          <span className="text-muted">
            {" "}
            {t("kappaIs", { kappa: withDecimalMark(kappa.toFixed(2)), words: kappaWords(kappa) })}
          </span>
        )}
      </p>
      {to_settle > 0 && (
        <Button variant="secondary" size="sm" onClick={() => setSettling(true)}>
          {t("settle", { count: to_settle })}
        </Button>
      )}
      {settling && <SettleDialog test={test} onClose={() => setSettling(false)} />}
    </div>
  );
}
