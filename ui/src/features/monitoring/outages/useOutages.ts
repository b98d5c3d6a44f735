import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api, changedMeanwhile } from "@/api/client";
import { INVITES } from "@/api/groups";
import { invalidate, queryOf } from "@/api/query";
import { useSend } from "@/lib/useSend";
import { toast } from "@/ui/toast";
import { t } from "../texts";
import type { GivenRow, Outage } from "./wire";

/** Outages that are shown, the newest. */
const SHOWN = 50;
/** Poll interval in ms where the event stream does not work. */
const POLL_INTERVAL_MS = 30_000;

export function useOutages() {
  return useQuery({
    ...queryOf("/admin/outages", { query: { limit: SHOWN } }),
    refetchInterval: POLL_INTERVAL_MS,
  });
}

function givenWords(rows: GivenRow[]): string {
  const given = rows.filter(({ outcome }) => outcome === "given").length;
  return given > 0 ? t("givenTo", { count: given }) : t("noneGiven");
}

/** Gives lost time back, or dismisses the proposal. */
export function useSettle(outage: Outage, onSettled: (rows: GivenRow[]) => void) {
  const client = useQueryClient();
  const path = { id: outage.id };
  const { version } = outage;
  const again = () =>
    void invalidate(client, "/admin/outages", "/admin/monitoring", "/attempts/{id}/timeline", ...INVITES);

  const give = useSend({
    mutationFn: (body: { reason: string; attempts: { attempt_id: string; seconds: number }[] }) =>
      api.post("/admin/outages/{id}/give-back", { path, body: { ...body, version } }),
    onSuccess: ({ rows }) => {
      toast.success(givenWords(rows));
      onSettled(rows);
    },
    onSettled: again,
  });
  const dismiss = useSend({
    mutationFn: (reason: string) =>
      api.post("/admin/outages/{id}/dismiss", { path, body: { version, reason } }),
    onSuccess: () => {
      toast.success(t("dismissed"));
      onSettled([]);
    },
    onSettled: again,
  });
  const error = give.error ?? dismiss.error;
  return {
    give,
    dismiss,
    error,
    conflict: changedMeanwhile(error, t("anotherAdmin")),
    busy: give.isPending || dismiss.isPending,
  };
}
