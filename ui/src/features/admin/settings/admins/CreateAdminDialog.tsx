import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { ApiFailure, api, errorText } from "@/api/client";
import { invalidate } from "@/api/query";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { PasswordInput, StrengthHint } from "@/ui/PasswordInput";
import { toast } from "@/ui/toast";
import { adminProblem, type NewAdmin } from "./checks";

const BLANK: NewAdmin = { full_name: "", email: "", password: "" };

export function CreateAdminDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const formId = useId();
  const [admin, setAdmin] = useState(BLANK);
  const [checked, setChecked] = useState(false);
  const problem = adminProblem(admin);
  const create = useSend({
    mutationFn: () =>
      api.post("/admin/create-admin", {
        body: { ...admin, full_name: admin.full_name.trim(), email: admin.email.trim() },
      }),
    onSuccess: () => {
      void invalidate(client, "/admin/list-admins", "/admin/is-first-admin");
      toast.success("Admin created successfully!");
      onClose();
    },
    onError: (error) => toast.error(`Failed to create admin: ${errorText(error)}`),
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
      description="Admins see and change everything but the other admins."
      footer={
        <>
          <Button variant="secondary" disabled={create.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={create.isPending}>
            Create Admin
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
        <Field label="Full Name" error={errorOf("full_name")} required>
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
