import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import type { Reply } from "@/api/operations";
import { invalidate, queryOf } from "@/api/query";
import { useFirstAdmin } from "@/features/staff-shared/admins";
import { formatDateTime } from "@/lib/format";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Checkbox } from "@/ui/Checkbox";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { ErrorState } from "@/ui/ErrorState";
import { Field } from "@/ui/Field";
import { Select } from "@/ui/Select";
import { SkeletonList } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import { characterCount, choices, dayCount } from "../choices";
import { DirectoryCard } from "./DirectoryCard";
import { Providers } from "./Providers";
import { t } from "./texts";

const PASSWORDS = "/admin/password-settings";
const FACTORS = "/admin/second-factor-settings";
const STAFF = "/admin/second-factors";
const LENGTHS = [6, 8, 10, 12, 14, 16, 20, 24, 32];
const DAYS = [0, 1, 3, 7, 14, 30, 60, 90];

type Rules = Reply<typeof PASSWORDS, "get">;
type Demand = Reply<typeof FACTORS, "get">;
type Person = Reply<typeof STAFF, "get">[number];

function PasswordRules({ rules, allowed }: { rules: Rules; allowed: boolean }) {
  const client = useQueryClient();
  const save = useSend({
    mutationFn: (change: Partial<Rules>) =>
      api.put(PASSWORDS, { body: { ...change, version: rules.version } }),
    onSuccess: () => toast.success(t("passwordRulesSaved")),
    onError: (error) => toast.error(t("saveFailed", { reason: errorText(error) })),
    onSettled: () => invalidate(client, PASSWORDS),
  });
  const disabled = !allowed || save.isPending;
  return (
    <Card title={t("passwords")} description={t("passwordsText")}>
      <div className="space-y-4">
        <Field label={t("shortest")}>
          <Select
            className="max-w-60"
            value={String(rules.minLength)}
            disabled={disabled}
            options={choices(LENGTHS, rules.minLength, characterCount)}
            onChange={(event) => save.mutate({ minLength: Number(event.target.value) })}
          />
        </Field>
        <Checkbox
          label={t("refuseCommon")}
          hint={t("refuseCommonHint")}
          checked={rules.refuseCommon}
          disabled={disabled}
          onChange={(event) => save.mutate({ refuseCommon: event.target.checked })}
        />
      </div>
    </Card>
  );
}

function FactorDemand({ demand, allowed }: { demand: Demand; allowed: boolean }) {
  const client = useQueryClient();
  const save = useSend({
    mutationFn: (change: Partial<Demand>) =>
      api.put(FACTORS, { body: { ...change, version: demand.version } }),
    onSuccess: () => toast.success(t("factorSaved")),
    onError: (error) => toast.error(t("saveFailed", { reason: errorText(error) })),
    onSettled: () => invalidate(client, FACTORS),
  });
  const disabled = !allowed || save.isPending;
  return (
    <Card title={t("secondFactor")} description={t("secondFactorText")}>
      <div className="space-y-4">
        <Checkbox
          label={t("ofAdmins")}
          checked={demand.forAdmins}
          disabled={disabled}
          onChange={(event) => save.mutate({ forAdmins: event.target.checked })}
        />
        <Checkbox
          label={t("ofReviewers")}
          checked={demand.forReviewers}
          disabled={disabled}
          onChange={(event) => save.mutate({ forReviewers: event.target.checked })}
        />
        <Field label={t("grace")} hint={t("graceHint")}>
          <Select
            className="max-w-60"
            value={String(demand.graceDays)}
            disabled={disabled}
            options={choices(DAYS, demand.graceDays, dayCount)}
            onChange={(event) => save.mutate({ graceDays: Number(event.target.value) })}
          />
        </Field>
      </div>
    </Card>
  );
}

function PersonRow({ person, allowed }: { person: Person; allowed: boolean }) {
  const client = useQueryClient();
  const [asks, setAsks] = useState(false);
  const reset = useSend({
    mutationFn: () => api.post("/admin/second-factors/{admin_id}/reset", { path: { admin_id: person.id } }),
    onSuccess: () => toast.success(t("takenOff", { name: person.full_name })),
    onError: (error) => toast.error(t("takeOffFailed", { reason: errorText(error) })),
    onSettled: () => {
      setAsks(false);
      return invalidate(client, STAFF);
    },
  });
  // A directory has passwords alone: the second factor is that of this site.
  const isElsewhere = person.provided_by !== undefined && person.provided_by !== "LDAP";
  const without = t(isElsewhere ? "factorOfCompany" : "noFactor");
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-5 py-3">
      <div className="min-w-0">
        <p className="font-medium">
          <bdi>{person.full_name}</bdi>
        </p>
        <p className="text-muted text-sm">
          <bdi>{person.email}</bdi>
          {" · "}
          {person.on_since ? t("factorSince", { when: formatDateTime(person.on_since) }) : without}
        </p>
      </div>
      {person.on_since && allowed && (
        <Button
          variant="secondary"
          size="sm"
          busy={reset.isPending}
          aria-label={t("takeOffOf", { name: person.full_name })}
          onClick={() => setAsks(true)}
        >
          {t("takeOff")}
        </Button>
      )}
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={t.rich("takeOffQuestion", { name: <bdi>{person.full_name}</bdi> })}
        description={t("takeOffText")}
        confirmLabel={t("takeOffFactor")}
        danger
        busy={reset.isPending}
        onConfirm={() => reset.mutate()}
      />
    </li>
  );
}

/** Rules for passwords and second factors; only the superadmin changes them. */
export function SignInTab() {
  const first = useFirstAdmin();
  const rules = useQuery(queryOf(PASSWORDS));
  const demand = useQuery(queryOf(FACTORS));
  const staff = useQuery(queryOf(STAFF));
  const allowed = first.data?.is_first_admin === true;
  const error = rules.error ?? demand.error ?? staff.error;
  if (!rules.data || !demand.data || !staff.data) {
    if (!error) return <SkeletonList rows={4} label={t("loading")} />;
    const again = () => void Promise.all([rules.refetch(), demand.refetch(), staff.refetch()]);
    return <ErrorState title={t("notLoaded")} detail={errorText(error)} onRetry={again} />;
  }
  return (
    <div className="space-y-5">
      {first.data && !allowed && (
        <p role="note" className="text-muted text-sm">
          {t("onlySuperadmin")}
        </p>
      )}
      <PasswordRules rules={rules.data} allowed={allowed} />
      <FactorDemand demand={demand.data} allowed={allowed} />
      <Providers allowed={allowed} />
      <DirectoryCard allowed={allowed} />
      <Card flush title={t("staffFactors")} description={t("staffFactorsText")}>
        <ul aria-label={t("staffFactors")} className="divide-y divide-line">
          {staff.data.map((person) => (
            <PersonRow key={person.id} person={person} allowed={allowed} />
          ))}
        </ul>
      </Card>
    </div>
  );
}
