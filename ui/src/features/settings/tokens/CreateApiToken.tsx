import { useQueryClient } from "@tanstack/react-query";
import { api, errorText, fieldErrors } from "@/api/client";
import { invalidate } from "@/api/query";
import type { TokenRole } from "@/api/types";
import { useTests } from "@/features/staff-shared/queries";
import { useKept } from "@/lib/kept/useKept";
import { useSend } from "@/lib/useSend";
import { Field } from "@/ui/Field";
import { FormDialog } from "@/ui/FormDialog";
import { Input } from "@/ui/Input";
import { Select } from "@/ui/Select";
import { toast } from "@/ui/toast";
import { ScopeField } from "../admins/roles/ScopeField";
import { ShownOnce } from "../ShownOnce";
import { roleHint, TOKEN_ROLES, tokenRole, tokenRoleInSentence } from "./roles";
import { t } from "./texts";

const DAY_MS = 86_400_000;
const ends = () => [
  { value: "30", label: t("in30") },
  { value: "90", label: t("in90") },
  { value: "365", label: t("inAYear") },
];
const NEW = { name: "", role: "viewer" as TokenRole, tests: null as string[] | null, days: "90" };

/** Makes a token, and then shows it: the server keeps only its hash. */
export function CreateApiToken({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [form, setForm, kept] = useKept("api token", NEW);
  const tests = useTests();
  const all = tests.data?.pages.flatMap(({ items }) => items) ?? [];
  const create = useSend({
    mutationFn: () => {
      const expires_at = new Date(Date.now() + Number(form.days) * DAY_MS).toISOString();
      const { name, role } = form;
      return api.post("/tokens", {
        body: { name: name.trim(), role, expires_at, ...(form.tests && { tests: form.tests }) },
      });
    },
    onSuccess: () => {
      kept.sent();
      void invalidate(client, "/tokens");
    },
    onError: (error) => toast.error(t("makeFailed", { reason: errorText(error) })),
  });
  const made = create.data;
  const refused = fieldErrors(create.error);
  if (made) {
    return (
      <ShownOnce
        title={t("tokenNamed", { name: made.name })}
        description={t("shownOnce")}
        token={made.token}
        then={t("toTryIt")}
        command={`curl -H "Authorization: Bearer $TOKEN" ${window.location.origin}/api/tests`}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      size="sm"
      title={t("newApiToken")}
      submit={t("makeToken")}
      busy={create.isPending}
      disabled={form.tests?.length === 0}
      kept={kept}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <Field label={t("name")} hint={t("nameHint")} error={refused.name} required>
        <Input
          value={form.name}
          autoComplete="off"
          placeholder={t("nameExample")}
          onChange={(event) => setForm({ ...form, name: event.target.value })}
        />
      </Field>
      <Field label={t("role")} hint={t("neverMore", { hint: roleHint(form.role) })} error={refused.role}>
        <Select
          value={form.role}
          options={TOKEN_ROLES.map((value) => ({ value, label: tokenRole(value) }))}
          onChange={(event) => setForm({ ...form, role: event.target.value as TokenRole })}
        />
      </Field>
      <ScopeField
        label={tokenRole(form.role)}
        inSentence={tokenRoleInSentence(form.role)}
        tests={form.tests}
        all={all}
        onChange={(own) => setForm({ ...form, tests: own })}
      />
      <Field label={t("expiresField")} error={refused.expires_at}>
        <Select
          value={form.days}
          options={ends()}
          onChange={(event) => setForm({ ...form, days: event.target.value })}
        />
      </Field>
    </FormDialog>
  );
}
