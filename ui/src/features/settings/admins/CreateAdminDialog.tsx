import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, errorText, fieldErrors } from "@/api/client";
import { refreshAdmins } from "@/features/staff-shared/admins";
import { useKept } from "@/lib/kept/useKept";
import { useSend } from "@/lib/useSend";
import { Field } from "@/ui/Field";
import { FormDialog } from "@/ui/FormDialog";
import { Input } from "@/ui/Input";
import { PasswordInput, StrengthHint } from "@/ui/PasswordInput";
import { RadioGroup } from "@/ui/RadioGroup";
import { toast } from "@/ui/toast";
import { adminProblem, type NewAdmin } from "./checks";
import { t } from "./texts";

const roles = () => [
  { value: "admin", label: t("admin"), hint: t("adminHint") },
  { value: "reviewer", label: t("reviewer"), hint: t("reviewerHint") },
  {
    value: "staff",
    label: t("staff"),
    hint: t("staffHint"),
  },
];
type StaffRole = "admin" | "reviewer" | "staff";
interface Draft extends NewAdmin {
  role: StaffRole;
}
const BLANK: Draft = { full_name: "", email: "", password: "", role: "admin" };
const isRole = (value: string): value is StaffRole => roles().some((role) => role.value === value);
const FAILED = { admin: "adminFailed", reviewer: "reviewerFailed", staff: "staffFailed" } as const;

export function CreateAdminDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [admin, setAdmin, kept] = useKept("new admin", BLANK, {
    secrets: ["password"],
    valid: (draft) => isRole(draft.role),
  });
  const { role } = admin;
  const [checked, setChecked] = useState(false);
  const problem = adminProblem(admin);
  const create = useSend({
    mutationFn: () =>
      api.post("/admin/create-admin", {
        body: { ...admin, full_name: admin.full_name.trim(), email: admin.email.trim() },
      }),
    onSuccess: () => {
      void refreshAdmins(client);
      toast.success(t("created", { role }));
      kept.sent();
      onClose();
    },
    onError: (error) => toast.error(t(FAILED[role], { reason: errorText(error) })),
  });
  const refused = fieldErrors(create.error);
  const errorOf = (field: keyof NewAdmin) =>
    checked && problem?.fields.includes(field)
      ? admin[field] === ""
        ? t("fillThisIn")
        : problem.text
      : refused[field];
  const set = (changes: Partial<Draft>) => setAdmin((before) => ({ ...before, ...changes }));
  return (
    <FormDialog
      size="sm"
      title={t("createNew")}
      submit={t("createRole", { role })}
      busy={create.isPending}
      kept={kept}
      onSubmit={() => {
        setChecked(true);
        if (problem) toast.error(problem.text, { id: "create-admin" });
        else create.mutate();
      }}
      onClose={onClose}
    >
      <RadioGroup
        label={t("role")}
        options={roles()}
        value={role}
        onChange={(value) => isRole(value) && set({ role: value })}
      />
      <Field label={t("fullName")} error={errorOf("full_name")} required>
        <Input
          value={admin.full_name}
          autoComplete="off"
          placeholder={t("enterFullName")}
          onChange={(event) => set({ full_name: event.target.value })}
        />
      </Field>
      <Field label={t("email")} error={errorOf("email")} required>
        <Input
          type="email"
          value={admin.email}
          autoComplete="off"
          placeholder={t("enterEmail")}
          onChange={(event) => set({ email: event.target.value })}
        />
      </Field>
      <Field
        label={t("password")}
        error={errorOf("password")}
        hint={<StrengthHint password={admin.password} />}
        required
      >
        <PasswordInput
          value={admin.password}
          autoComplete="new-password"
          placeholder={t("enterPassword")}
          onChange={(event) => set({ password: event.target.value })}
        />
      </Field>
    </FormDialog>
  );
}
