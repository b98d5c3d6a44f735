import type { RepairPreview } from "@/api/ranking";
import { t } from "../texts";

/** "17 go up, 3 down, 380 stay the same." */
export const movesWords = ({ up, down, unchanged }: RepairPreview) => t("moves", { up, down, unchanged });

/** Facts that deserve a second look; nothing where no score changes. */
export function cautions({ crossing, told, decided }: RepairPreview): string[] {
  return [
    crossing > 0 && t("crossing", { count: crossing }),
    decided > 0 && t("decided", { count: decided }),
    told > 0 && t("told", { count: told }),
  ].filter((text) => text !== false);
}
