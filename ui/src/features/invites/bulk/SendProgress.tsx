import { errorText } from "@/api/client";
import { formatCount } from "@/lib/format";
import { ProgressBar } from "@/ui/ProgressBar";
import { t } from "../form-texts";
import type { useBulkSend } from "./useBulkSend";

interface Props {
  send: Pick<ReturnType<typeof useBulkSend>, "isPending" | "error" | "done">;
  total: number;
}

/** How far a list is, and where a failure ended it. */
export function SendProgress({ send: { isPending, error, done }, total }: Props) {
  const counts = { done: formatCount(done), total: formatCount(total) };
  if (isPending) {
    const label = t("sendingMany", counts);
    return (
      <div className="space-y-1.5">
        <p role="status" className="text-muted text-sm tabular-nums">
          {label}
        </p>
        <ProgressBar label={label} value={done} max={total} />
      </div>
    );
  }
  if (!error) return null;
  return (
    <p role="alert" className="text-error text-sm">
      {done === 0
        ? t("sendManyFailed", { reason: errorText(error) })
        : t("sendManyEnded", { ...counts, reason: errorText(error) })}
    </p>
  );
}
