import { History } from "lucide-react";
import { sentenceGap } from "@/i18n";
import type { Kept } from "@/lib/kept/useKept";
import { Button } from "./Button";
import { t } from "./controls-texts";

/** Says that a form shows what was typed earlier, and offers to throw it away. */
export function TypedNotice({ kept }: { kept: Pick<Kept, "isBack" | "isStale" | "discard"> }) {
  if (!kept.isBack) return null;
  return (
    <div
      role="status"
      className={`toned ${kept.isStale ? "tone-amber" : "tone-blue"} flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control px-3 py-2 text-sm`}
    >
      <History aria-hidden="true" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1">
        {t("typedIsBack")}
        {kept.isStale && sentenceGap() + t("compareFirst")}
      </p>
      <Button size="sm" variant="secondary" onClick={kept.discard}>
        {t("discardIt")}
      </Button>
    </div>
  );
}
