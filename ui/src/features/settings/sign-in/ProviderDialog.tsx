import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, errorText, fieldErrors } from "@/api/client";
import { invalidate } from "@/api/query";
import { useKept } from "@/lib/kept/useKept";
import { useSend } from "@/lib/useSend";
import { Checkbox } from "@/ui/Checkbox";
import { Field } from "@/ui/Field";
import { FormDialog } from "@/ui/FormDialog";
import { Input } from "@/ui/Input";
import { PasswordInput } from "@/ui/PasswordInput";
import { Select } from "@/ui/Select";
import { Textarea } from "@/ui/Textarea";
import { toast } from "@/ui/toast";
import { linesOf, PROVIDER, PROVIDERS, type Provider, rolesOf } from "./providers";

const FRESH = {
  id: "",
  label: "",
  issuer: "",
  clientId: "",
  scopes: "openid profile email",
  groupsClaim: "groups",
  side: "staff" as Provider["side"],
  trustsEmail: false,
  linksAccounts: false,
  ca: "",
};

interface Props {
  /** Absent for a new one. */
  provider: Provider | undefined;
  onClose: () => void;
}

/** Adds an identity provider, or changes one. */
export function ProviderDialog({ provider, onClose }: Props) {
  const client = useQueryClient();
  const begin = provider ?? FRESH;
  const { id, label, issuer, clientId, scopes, groupsClaim, side, trustsEmail, linksAccounts, ca } = begin;
  const [form, setForm, kept] = useKept(`provider ${id}`, {
    id,
    label,
    issuer,
    clientId,
    scopes,
    groupsClaim,
    side,
    trustsEmail,
    linksAccounts,
    ca,
    roles: linesOf(provider?.roles ?? []),
  });
  // A secret is not kept in the browser.
  const [secret, setSecret] = useState("");
  const [badLine, setBadLine] = useState<string>();
  const save = useSend({
    mutationFn: (roles: Exclude<ReturnType<typeof rolesOf>, string>) => {
      const { id: name, ...values } = form;
      const version = provider && { version: provider.version };
      return api.put(PROVIDER, {
        path: { id: name.trim() },
        body: { ...values, roles, clientSecret: secret, ...version },
      });
    },
    onSuccess: () => {
      kept.sent();
      toast.success("Provider saved");
      onClose();
    },
    onError: (error) => toast.error(`Failed to save: ${errorText(error)}`),
    onSettled: () => invalidate(client, PROVIDERS),
  });
  const refused = fieldErrors(save.error);
  const text = (
    name: "id" | "label" | "issuer" | "clientId" | "scopes" | "groupsClaim",
    title: string,
    hint?: string,
  ) => (
    <Field label={title} hint={hint} error={refused[name]} required>
      <Input
        value={form[name]}
        autoComplete="off"
        disabled={name === "id" && provider !== undefined}
        onChange={(event) => setForm({ ...form, [name]: event.target.value })}
      />
    </Field>
  );
  const check = (name: "trustsEmail" | "linksAccounts", title: string, hint: string) => (
    <Checkbox
      label={title}
      hint={hint}
      checked={form[name]}
      onChange={(event) => setForm({ ...form, [name]: event.target.checked })}
    />
  );
  const rolesError = badLine ? `This line is no group with a role: ${badLine}` : refused.roles;
  return (
    <FormDialog
      title={provider ? `Edit ${provider.label}` : "Add provider"}
      submit="Save provider"
      busy={save.isPending}
      kept={kept}
      onSubmit={() => {
        const roles = rolesOf(form.roles);
        setBadLine(typeof roles === "string" ? roles : undefined);
        if (typeof roles !== "string") save.mutate(roles);
      }}
      onClose={onClose}
    >
      {text("id", "Id", "Lower-case letters, digits and hyphens; part of the redirect address")}
      {text("label", "Name on the sign-in page")}
      {text("issuer", "Issuer", "Its address, as the provider names itself")}
      {text("clientId", "Client id")}
      <Field
        label="Client secret"
        hint={provider?.hasSecret ? "Leave it empty to keep the stored one" : undefined}
        error={refused.clientSecret}
      >
        <PasswordInput
          value={secret}
          autoComplete="off"
          onChange={(event) => setSecret(event.target.value)}
        />
      </Field>
      {text("scopes", "Scopes")}
      <Field label="For whom">
        <Select
          value={form.side}
          options={[
            { value: "staff", label: "Staff" },
            { value: "applicants", label: "Applicants" },
          ]}
          onChange={(event) =>
            setForm({ ...form, side: event.target.value === "applicants" ? "applicants" : "staff" })
          }
        />
      </Field>
      {form.side === "staff" && (
        <>
          {text("groupsClaim", "Claim with the groups", "A name, or a path such as realm_access.roles")}
          <Field
            label="Roles of groups"
            hint="One on each line: group = role. Roles: admin, reviewer, author, recruiter, hiring_manager, proctor, viewer. For some tests: group = role: id, id"
            error={rolesError}
          >
            <Textarea
              value={form.roles}
              onChange={(event) => setForm({ ...form, roles: event.target.value })}
            />
          </Field>
        </>
      )}
      {check(
        "trustsEmail",
        "Email addresses of this provider are verified",
        "For providers that do not say so themselves, such as Entra",
      )}
      {check(
        "linksAccounts",
        "A verified address leads to an existing account",
        "Its password ends; the first administrator is never linked",
      )}
      <Field
        label="Certificates of the company's authority"
        hint="In PEM; empty if the machine trusts it already"
        error={refused.ca}
      >
        <Textarea value={form.ca} onChange={(event) => setForm({ ...form, ca: event.target.value })} />
      </Field>
    </FormDialog>
  );
}
