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
import { DIRECTORY, type Directory, presetOf, serversOf } from "./directory";
import { linesOf, rolesOf } from "./providers";

interface Props {
  directory: Directory;
  onClose: () => void;
}

type Roles = Exclude<ReturnType<typeof rolesOf>, string>;
type Line =
  | "bindDn"
  | "baseDn"
  | "userFilter"
  | "idAttribute"
  | "emailAttribute"
  | "nameAttribute"
  | "groupBase"
  | "groupFilter"
  | "timeoutSeconds";

/** Sets up the directory, or changes it. */
export function DirectoryDialog({ directory, onClose }: Props) {
  const client = useQueryClient();
  const { version, hasPassword, servers, roles: held, timeoutSeconds, ...values } = directory;
  const [form, setForm, kept] = useKept("directory", {
    ...values,
    timeoutSeconds: String(timeoutSeconds),
    servers: servers.join("\n"),
    roles: linesOf(held),
  });
  // A password is not kept in the browser.
  const [password, setPassword] = useState("");
  const [badLine, setBadLine] = useState<string>();
  const save = useSend({
    mutationFn: (roles: Roles) =>
      api.put(DIRECTORY, {
        body: {
          ...form,
          servers: serversOf(form.servers),
          timeoutSeconds: Number(form.timeoutSeconds),
          roles,
          bindPassword: form.bindDn.trim() === "" ? null : password,
          version,
        },
      }),
    onSuccess: () => {
      kept.sent();
      toast.success("Directory saved");
      onClose();
    },
    onError: (error) => toast.error(`Failed to save: ${errorText(error)}`),
    onSettled: () => invalidate(client, DIRECTORY),
  });
  const refused = fieldErrors(save.error);
  const [noServer, setNoServer] = useState(false);
  const text = (name: Line, title: string, hint?: string, required = true) => (
    <Field label={title} hint={hint} error={refused[name]} required={required}>
      <Input
        value={form[name]}
        autoComplete="off"
        inputMode={name === "timeoutSeconds" ? "numeric" : undefined}
        onChange={(event) => setForm({ ...form, [name]: event.target.value })}
      />
    </Field>
  );
  const rolesError = badLine ? `This line is no group with a role: ${badLine}` : refused.roles;
  return (
    <FormDialog
      title={servers.length > 0 ? "Edit directory" : "Set up directory"}
      submit="Save directory"
      busy={save.isPending}
      kept={kept}
      onSubmit={() => {
        const roles = rolesOf(form.roles);
        const lacksServer = serversOf(form.servers).length === 0;
        setBadLine(typeof roles === "string" ? roles : undefined);
        setNoServer(lacksServer);
        if (typeof roles !== "string" && !lacksServer) save.mutate(roles);
      }}
      onClose={onClose}
    >
      <Field
        label="Servers"
        hint="One on each line, asked in this order: ldaps://host, or ldap://host for StartTLS"
        error={noServer ? "Please name at least one server." : refused.servers}
        required
      >
        <Textarea
          value={form.servers}
          onChange={(event) => setForm({ ...form, servers: event.target.value })}
        />
      </Field>
      <Field label="Kind">
        <Select
          value={form.kind}
          options={[
            { value: "active_directory", label: "Active Directory" },
            { value: "other", label: "OpenLDAP, FreeIPA or another" },
          ]}
          onChange={(event) => {
            const kind = event.target.value === "active_directory" ? "active_directory" : "other";
            setForm({ ...form, kind, ...presetOf(kind, form) });
          }}
        />
      </Field>
      {text("bindDn", "Service account", "It searches people; empty if anyone may search", false)}
      <Field
        label="Password of the service account"
        hint={hasPassword ? "Leave it empty to keep the stored one" : undefined}
        error={refused.bindPassword}
      >
        <PasswordInput
          value={password}
          autoComplete="off"
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      {text("baseDn", "Where people are", "Such as DC=example,DC=org")}
      {text("userFilter", "Filter of people", "{login} is replaced by the name that was typed")}
      {text("idAttribute", "Attribute that identifies a person")}
      {text("emailAttribute", "Attribute with the email address")}
      {text("nameAttribute", "Attribute with the name")}
      {text("groupBase", "Where groups are", "Empty: where people are", false)}
      {form.kind === "other" &&
        text("groupFilter", "Filter of groups", "{dn} is replaced by the name of a member")}
      <Field
        label="Roles of groups"
        hint="One on each line: distinguished name = role. Roles: admin, reviewer, author, recruiter, hiring_manager, proctor, viewer. For some tests: group = role: id, id"
        error={rolesError}
      >
        <Textarea value={form.roles} onChange={(event) => setForm({ ...form, roles: event.target.value })} />
      </Field>
      <Checkbox
        label="The address of a person leads to an existing account"
        hint="Its password ends; the first administrator is never linked"
        checked={form.linksAccounts}
        onChange={(event) => setForm({ ...form, linksAccounts: event.target.checked })}
      />
      {text("timeoutSeconds", "Time limit of a server, in seconds")}
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
