import type { History } from "@/api/types";
import { t } from "./texts";

/** Says that the history ends before the attempt did. */
export function NotKept({ saves_total, saves_kept }: Pick<History, "saves_total" | "saves_kept">) {
  if (saves_kept >= saves_total) return null;
  return (
    <p className="rounded-control border border-line bg-subtle px-3 py-2 text-ink text-sm">
      {t("notComplete", { saves: t("saveCount", { count: saves_kept }), total: saves_total })}
    </p>
  );
}
