import { useQueryClient } from "@tanstack/react-query";
import { api, errorText } from "@/api/client";
import type { Reply } from "@/api/operations";
import { invalidate } from "@/api/query";
import { hourCount } from "@/lib/format";
import { useSend } from "@/lib/useSend";
import { Card } from "@/ui/Card";
import { Field } from "@/ui/Field";
import { Select } from "@/ui/Select";
import { toast } from "@/ui/toast";
import { choices, dayCount } from "../choices";
import { t } from "./texts";

const LINKS = "/admin/link-settings";
const DAYS = [1, 2, 3, 5, 7, 10, 14, 21, 30, 60, 90, 180, 365];
const HOURS = [1, 2, 4, 8, 12, 24, 48, 72, 168];

type Links = Reply<typeof LINKS, "get">;

export function LinksCard({ links }: { links: Links }) {
  const client = useQueryClient();
  const save = useSend({
    mutationFn: (change: Partial<Links>) => api.put(LINKS, { body: { ...change, version: links.version } }),
    onSuccess: () => toast.success(t("linksSaved")),
    onError: (error) => toast.error(t("saveFailed", { reason: errorText(error) })),
    onSettled: () => invalidate(client, LINKS),
  });
  return (
    <Card title={t("links")} description={t("linksText")}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("withoutDate")}>
          <Select
            value={String(links.linkDays)}
            disabled={save.isPending}
            options={choices(DAYS, links.linkDays, dayCount)}
            onChange={(event) => save.mutate({ linkDays: Number(event.target.value) })}
          />
        </Field>
        <Field label={t("withDate")}>
          <Select
            value={String(links.lateStartHours)}
            disabled={save.isPending}
            options={choices(HOURS, links.lateStartHours, hourCount)}
            onChange={(event) => save.mutate({ lateStartHours: Number(event.target.value) })}
          />
        </Field>
      </div>
    </Card>
  );
}
