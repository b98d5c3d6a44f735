import { useQueryClient } from "@tanstack/react-query";
import { api, errorText } from "@/api/client";
import { invalidate } from "@/api/query";
import { sent } from "@/features/question-kinds/sent";
import { BANK } from "@/features/questions/bank/queries";
import type { Item, PinnedItem } from "@/features/questions/content/sections";
import { useSend } from "@/lib/useSend";
import { toast } from "@/ui/toast";
import { t } from "./texts";

const detailOf = (id: string) => api.get("/questions/{id}", { path: { id } });

/** A question of the bank in its current version. */
const pin = async (id: string): Promise<PinnedItem> => {
  const { version, question } = await detailOf(id);
  return { kind: "pinned", id, version, question };
};

interface Callbacks {
  /** Called with the questions, for the section that they were picked for. */
  onPicked: (section: string, items: Item[]) => void;
  onReplaced: (id: string, item: Item) => void;
}

/** Queries of the form to the bank. Only the test's own save changes the test. */
export function useItemCalls({ onPicked, onReplaced }: Callbacks) {
  const client = useQueryClient();
  const pick = useSend({
    mutationFn: ({ ids }: { ids: string[]; section: string }) => Promise.all(ids.map(pin)),
    onSuccess: (items, { section }) => {
      onPicked(section, items);
      toast.success(t("someAdded", { count: items.length }));
    },
    onError: (error) => toast.error(t("notAdded", { reason: errorText(error) })),
  });
  const share = useSend({
    mutationFn: (item: Exclude<Item, { kind: "pool" }>) =>
      api.post("/questions", { body: { state: "ready", question: sent(item.question) } }),
    onSuccess: ({ id, version, question }, item) => {
      onReplaced(item.id, { kind: "pinned", id, version, question });
      toast.success(t("inBank"));
      void invalidate(client, ...BANK.filter((operation) => operation !== "/tests"));
    },
    onError: (error) => toast.error(t("notInBank", { reason: errorText(error) })),
  });
  const renew = useSend({
    mutationFn: ({ id }: PinnedItem) => pin(id),
    onSuccess: (item) => {
      onReplaced(item.id, item);
      toast.success(t("versionTaken", { version: item.version }));
    },
    onError: (error) => toast.error(t("versionNotTaken", { reason: errorText(error) })),
  });
  const busy = (id: string) =>
    (share.isPending && share.variables.id === id) || (renew.isPending && renew.variables.id === id);
  return { pick, share, renew, busy };
}
