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

const LINKS = "/admin/link-settings";
const DAYS = [1, 2, 3, 5, 7, 10, 14, 21, 30, 60, 90, 180, 365];
const HOURS = [1, 2, 4, 8, 12, 24, 48, 72, 168];

type Links = Reply<typeof LINKS, "get">;

export function LinksCard({ links }: { links: Links }) {
  const client = useQueryClient();
  const save = useSend({
    mutationFn: (change: Partial<Links>) => api.put(LINKS, { body: { ...change, version: links.version } }),
    onSuccess: () => toast.success("Settings of links saved"),
    onError: (error) => toast.error(`Failed to save: ${errorText(error)}`),
    onSettled: () => invalidate(client, LINKS),
  });
  return (
    <Card title="Links of new invitations" description="Links that exist stay as they are.">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="A link without a date stays open">
          <Select
            value={String(links.linkDays)}
            disabled={save.isPending}
            options={choices(DAYS, links.linkDays, dayCount)}
            onChange={(event) => save.mutate({ linkDays: Number(event.target.value) })}
          />
        </Field>
        <Field label="A link with a date stays open after its time">
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
