import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api, errorText } from "@/api/client";
import { invalidate, queryOf } from "@/api/query";
import { viewerZone } from "@/lib/format";
import { useSend } from "@/lib/useSend";
import { Card } from "@/ui/Card";
import { Field } from "@/ui/Field";
import { Select } from "@/ui/Select";
import { toast } from "@/ui/toast";
import { t } from "./texts";

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** When someone of staff gets the daily summary of what waits (docs/behaviour/mail.md#daily-summary). */
export function DailySummary() {
  const client = useQueryClient();
  const { data } = useQuery(queryOf("/auth/daily-summary"));
  const save = useSend({
    mutationFn: (hour: string) =>
      api.put("/auth/daily-summary", {
        body: {
          ...(hour === "" ? { hour: null } : { hour: Number(hour), time_zone: viewerZone() }),
          version: data?.version,
        },
      }),
    onSuccess: () => toast.success(t("dailySaved")),
    onError: (error) => toast.error(t("dailyFailed", { reason: errorText(error) })),
    onSettled: () => invalidate(client, "/auth/daily-summary"),
  });
  const hour = save.isPending ? save.variables : data?.hour === null ? "" : String(data?.hour ?? "");
  return (
    <Card title={t("daily")} description={t("dailyText")}>
      <Field
        label={t("dailyTime")}
        hint={t("dailyZone", { zone: (data?.hour != null && data.time_zone) || viewerZone() })}
        className="max-w-64"
      >
        <Select
          value={hour}
          disabled={!data || save.isPending}
          options={[
            { value: "", label: t("dailyOff") },
            ...HOURS.map((value) => ({
              value: String(value),
              label: `${String(value).padStart(2, "0")}:00`,
            })),
          ]}
          onChange={(event) => save.mutate(event.target.value)}
        />
      </Field>
    </Card>
  );
}
