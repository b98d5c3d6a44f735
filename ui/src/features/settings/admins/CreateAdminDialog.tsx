import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { ApiFailure, api, errorText } from "@/api/client";
import { refreshAdmins } from "@/features/staff-shared/admins";
import { ROLE_LABELS } from "@/lib/home";
import { useKept } from "@/lib/kept/useKept";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { PasswordInput, StrengthHint } from "@/ui/PasswordInput";
import { RadioGroup } from "@/ui/RadioGroup";
import { TypedNotice } from "@/ui/TypedNotice";
import { toast } from "@/ui/toast";
import { adminProblem, type NewAdmin } from "./checks";

const BLANK: NewAdmin = { full_name: "", email: "", password: "" };
const ROLES = [
  { value: "admin", label: "Admin", hint: "Can see and change everything except other admins." },
  { value: "reviewer", label: "Reviewer", hint: "Can only see and score assigned answers." },
];

export function CreateAdminDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const formId = useId();
  const [admin, setAdmin, kept] = useKept("new admin", BLANK, { secrets: ["password"] });
  const [role, setRole] = useState<"admin" | "reviewer">("admin");
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
  const refused = create.error instanceof ApiFailure ? create.error.fields : {};
  const errorOf = (field: keyof NewAdmin) =>
    checked && problem?.fields.includes(field)
      ? admin[field] === ""
        ? "Fill this in"
        : problem.text
      : refused[field];
  const set = (changes: Partial<NewAdmin>) => setAdmin((before) => ({ ...before, ...changes }));
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && !create.isPending && onClose()}
      title="Create New Admin"
      footer={
        <>
          <Button variant="secondary" disabled={create.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={create.isPending}>
            Create {ROLE_LABELS[role]}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(true);
          if (problem) toast.error(problem.text, { id: "create-admin" });
          else create.mutate();
        }}
      >
        <TypedNotice kept={kept} />
        <RadioGroup
          label="Role"
          options={ROLES}
          value={role}
          onChange={(value) => setRole(value === "reviewer" ? "reviewer" : "admin")}
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
      </form>
    </Dialog>
  );
}
