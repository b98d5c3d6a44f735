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
import { ACTIVE_DIRECTORY, DIRECTORY, type Directory, presetOf, serversOf } from "./directory";
import { linesOf, rolesOf } from "./providers";
import { t } from "./texts";

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
      toast.success(t("directorySaved"));
      onClose();
    },
    onError: (error) => toast.error(t("saveFailed", { reason: errorText(error) })),
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
  const rolesError = badLine ? t("badLine", { line: badLine }) : refused.roles;
  return (
    <FormDialog
      title={servers.length > 0 ? t("editDirectory") : t("setUpDirectory")}
      submit={t("saveDirectory")}
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
        label={t("servers")}
        hint={t("serversHint")}
        error={noServer ? t("nameServer") : refused.servers}
        required
      >
        <Textarea
          value={form.servers}
          onChange={(event) => setForm({ ...form, servers: event.target.value })}
        />
      </Field>
      <Field label={t("kind")}>
        <Select
          value={form.kind}
          options={[
            { value: "active_directory", label: ACTIVE_DIRECTORY },
            { value: "other", label: t("otherKind") },
          ]}
          onChange={(event) => {
            const kind = event.target.value === "active_directory" ? "active_directory" : "other";
            setForm({ ...form, kind, ...presetOf(kind, form) });
          }}
        />
      </Field>
      {text("bindDn", t("serviceAccount"), t("serviceAccountHint"), false)}
      <Field
        label={t("servicePassword")}
        hint={hasPassword ? t("keepStored") : undefined}
        error={refused.bindPassword}
      >
        <PasswordInput
          value={password}
          autoComplete="off"
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      {text("baseDn", t("wherePeople"), t("wherePeopleHint"))}
      {text("userFilter", t("peopleFilter"), t("peopleFilterHint", { login: "{login}" }))}
      {text("idAttribute", t("idAttribute"))}
      {text("emailAttribute", t("emailAttribute"))}
      {text("nameAttribute", t("nameAttribute"))}
      {text("groupBase", t("whereGroups"), t("whereGroupsHint"), false)}
      {form.kind === "other" && text("groupFilter", t("groupFilter"), t("groupFilterHint", { dn: "{dn}" }))}
      <Field label={t("groupRoles")} hint={t("groupRolesDnHint")} error={rolesError}>
        <Textarea value={form.roles} onChange={(event) => setForm({ ...form, roles: event.target.value })} />
      </Field>
      <Checkbox
        label={t("addressLeads")}
        hint={t("passwordEnds")}
        checked={form.linksAccounts}
        onChange={(event) => setForm({ ...form, linksAccounts: event.target.checked })}
      />
      {text("timeoutSeconds", t("timeLimit"))}
      <Field label={t("certificates")} hint={t("certificatesHint")} error={refused.ca}>
        <Textarea value={form.ca} onChange={(event) => setForm({ ...form, ca: event.target.value })} />
      </Field>
    </FormDialog>
  );
}
