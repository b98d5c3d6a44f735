import { useEffect } from "react";
import { ApiFailure } from "@/api/client";
import type { useUrlState } from "@/lib/url-state";
import { toast } from "@/ui/toast";
import { sectionWords } from "./labels";
import { t } from "./texts";
import type { View } from "./view";

/** A bookmark may sort by a section or a question that the test has no more: the list then begins with the best, and says so. */
export function useLostSort(
  error: unknown,
  { sort }: Pick<View, "sort">,
  change: ReturnType<typeof useUrlState>["change"],
): void {
  const isLost = error instanceof ApiFailure && error.status === 422 && "sort" in error.fields;
  useEffect(() => {
    if (!isLost || !/^[qs]:/.test(sort)) return;
    toast.warning(
      sort.startsWith("s:") ? t("lostSection", { section: sectionWords(sort.slice(2)) }) : t("lostQuestion"),
      {
        id: "lost sort",
        duration: 8000,
      },
    );
    change({ sort: null, order: null, page: null }, { replace: true });
  }, [isLost, sort, change]);
}
