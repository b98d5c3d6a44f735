import { errorText } from "@/api/client";
import { useSend } from "@/lib/useSend";
import { toast } from "@/ui/toast";
import { t } from "../texts";
import { MAX_SELECTED } from "./selection";

/** Rows of one call, as a large page has them. */
const PER_CALL = 50;

/** Selects all rows that the filters match, also those of other pages. `load` reads a page of the given size. */
export function useSelectAll<R>(
  total: number,
  load: (page: number, size: number) => Promise<R[]>,
  onSelect: (rows: R[]) => void,
) {
  const all = useSend({
    mutationFn: async () => {
      const rows: R[] = [];
      for (let page = 1; rows.length < MAX_SELECTED; page += 1) {
        const more = await load(page, PER_CALL);
        rows.push(...more);
        if (more.length < PER_CALL) break;
      }
      return rows.slice(0, MAX_SELECTED);
    },
    onSuccess: onSelect,
    onError: (error) => toast.error(t("selectFailed", { reason: errorText(error) })),
  });
  return { total, busy: all.isPending, onSelect: () => all.mutate() };
}
