import { points } from "@/lib/format";
import { t } from "./list-texts";

/** Says of a score that a repair of a key has changed it. */
export function RepairedMark({ by }: { by: number | null }) {
  if (by === null) return null;
  const change = `${by > 0 ? "+" : "-"}${points(Math.abs(by))}`;
  return (
    <span
      className="block whitespace-nowrap font-normal text-muted text-xs"
      title={by === 0 ? t("sameSum") : t("keysRepaired", { change })}
    >
      {t("repaired")}
    </span>
  );
}
