import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, errorText, fieldErrors } from "@/api/client";
import { refreshAdmins } from "@/features/staff-shared/admins";
import { ROLE_LABELS } from "@/lib/home";
import { useKept } from "@/lib/kept/useKept";
import { useSend } from "@/lib/useSend";
import { Field } from "@/ui/Field";
import { FormDialog } from "@/ui/FormDialog";
import { Input } from "@/ui/Input";
import { PasswordInput, StrengthHint } from "@/ui/PasswordInput";
import { RadioGroup } from "@/ui/RadioGroup";
import { toast } from "@/ui/toast";
import { adminProblem, type NewAdmin } from "./checks";

const BLANK: NewAdmin = { full_name: "", email: "", password: "" };
const ROLES = [
  { value: "admin", label: "Admin", hint: "Can see and change everything except other admins." },
  { value: "reviewer", label: "Reviewer", hint: "Can only see and score assigned answers." },
  {
    value: "staff",
    label: "Staff",
    hint: "Can only do what the account is given roles for, such as proctor.",
  },
];
type StaffRole = "admin" | "reviewer" | "staff";
const isRole = (value: string): value is StaffRole => ROLES.some((role) => role.value === value);

export function CreateAdminDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [admin, setAdmin, kept] = useKept("new admin", BLANK, { secrets: ["password"] });
  const [role, setRole] = useState<StaffRole>("admin");
  const [checked, setChecked] = useState(false);
  const problem = adminProblem(admin);
  const create = useSend({
    mutationFn: () =>
      api.post("/admin/create-admin", {
        body: { ...admin, role, full_name: admin.full_name.trim(), email: admin.email.trim() },
      }),
    onSuccess: () => {
      void refreshAdmins(client);
      toast.success(`${ROLE_LABELS[role]} created successfully!`);
      kept.sent();
      onClose();
    },
    onError: (error) => toast.error(`Failed to create ${role}: ${errorText(error)}`),
  });
  const refused = fieldErrors(create.error);
  const errorOf = (field: keyof NewAdmin) =>
    checked && problem?.fields.includes(field)
      ? admin[field] === ""
        ? "Fill this in"
        : problem.text
      : refused[field];
  const set = (changes: Partial<NewAdmin>) => setAdmin((before) => ({ ...before, ...changes }));
  return (
    <FormDialog
      size="sm"
      title="Create New Admin"
      submit={`Create ${ROLE_LABELS[role]}`}
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
        label="Role"
        options={ROLES}
        value={role}
        onChange={(value) => isRole(value) && setRole(value)}
      />
      <Field label="Full name" error={errorOf("full_name")} required>
        <Input
          value={admin.full_name}
          autoComplete="off"
          placeholder="Enter full name"
          onChange={(event) => set({ full_name: event.target.value })}
        />
      </Field>
      <Field label="Email" error={errorOf("email")} required>
        <Input
          type="email"
          value={admin.email}
          autoComplete="off"
          placeholder="Enter email"
          onChange={(event) => set({ email: event.target.value })}
        />
      </Field>
      <Field
        label="Password"
        error={errorOf("password")}
        hint={<StrengthHint password={admin.password} />}
        required
      >
        <PasswordInput
          value={admin.password}
          autoComplete="new-password"
          placeholder="Enter password"
          onChange={(event) => set({ password: event.target.value })}
        />
      </Field>
    </FormDialog>
  );
}
