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
import { roleHint, TOKEN_ROLES } from "./roles";

const DAY_MS = 86_400_000;
const ENDS = [
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
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
    onError: (error) => toast.error(`Failed to make a token: ${errorText(error)}`),
  });
  const made = create.data;
  const refused = fieldErrors(create.error);
  if (made) {
    return (
      <ShownOnce
        title={`Token ${made.name}`}
        description="It is shown only once. Copy it to where the program reads it."
        token={made.token}
        then="To try it:"
        command={`curl -H "Authorization: Bearer $TOKEN" ${window.location.origin}/api/tests`}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      size="sm"
      title="New API token"
      submit="Make token"
      busy={create.isPending}
      disabled={form.tests?.length === 0}
      kept={kept}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <Field label="Name" hint="What the token is for" error={refused.name} required>
        <Input
          value={form.name}
          autoComplete="off"
          placeholder="Nightly export"
          onChange={(event) => setForm({ ...form, name: event.target.value })}
        />
      </Field>
      <Field
        label="Role"
        hint={`${roleHint(form.role)} Never more than your own account.`}
        error={refused.role}
      >
        <Select
          value={form.role}
          options={Object.entries(TOKEN_ROLES).map(([value, label]) => ({ value, label }))}
          onChange={(event) => setForm({ ...form, role: event.target.value as TokenRole })}
        />
      </Field>
      <ScopeField
        label={TOKEN_ROLES[form.role]}
        tests={form.tests}
        all={all}
        onChange={(own) => setForm({ ...form, tests: own })}
      />
      <Field label="Expires" error={refused.expires_at}>
        <Select
          value={form.days}
          options={ENDS}
          onChange={(event) => setForm({ ...form, days: event.target.value })}
        />
      </Field>
    </FormDialog>
  );
}
