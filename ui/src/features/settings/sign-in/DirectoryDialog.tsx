import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, errorText, fieldErrors } from "@/api/client";
import { invalidate, queryOf } from "@/api/query";
import { onTop } from "@/lib/kept/onTop";
import { useKept } from "@/lib/kept/useKept";
import { useSend } from "@/lib/useSend";
import { Checkbox } from "@/ui/Checkbox";
import { changedByOther } from "@/ui/changed";
import { Field } from "@/ui/Field";
import { FormDialog } from "@/ui/FormDialog";
import { Input } from "@/ui/Input";
import { PasswordInput } from "@/ui/PasswordInput";
import { Select } from "@/ui/Select";
import { Textarea } from "@/ui/Textarea";
import { toast } from "@/ui/toast";
import { changedFields } from "../conflicts";
import { SettingsConflict } from "../SettingsConflict";
import { shownValue } from "../useSettingsConflict";
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

function valuesOf({ version: _, hasPassword: __, servers, roles, timeoutSeconds, ...values }: Directory) {
  return {
    ...values,
    timeoutSeconds: String(timeoutSeconds),
    servers: servers.join("\n"),
    roles: linesOf(roles),
  };
}

const labels = () => ({
  servers: t("servers"),
  kind: t("kind"),
  bindDn: t("serviceAccount"),
  baseDn: t("wherePeople"),
  userFilter: t("peopleFilter"),
  idAttribute: t("idAttribute"),
  emailAttribute: t("emailAttribute"),
  nameAttribute: t("nameAttribute"),
  groupBase: t("whereGroups"),
  groupFilter: t("groupFilter"),
  roles: t("groupRoles"),
  linksAccounts: t("addressLeads"),
  timeoutSeconds: t("timeLimit"),
  ca: t("certificates"),
});
type Name = keyof ReturnType<typeof labels>;

/** Sets up the directory, or changes it. */
export function DirectoryDialog({ directory, onClose }: Props) {
  const client = useQueryClient();
  // As it was when the dialog opened: a later read of the page's does not make what is typed a change of that.
  const [base, setBase] = useState(directory);
  const [theirs, setTheirs] = useState<Directory>();
  const { hasPassword, servers, version } = base;
  const [form, setForm, kept] = useKept("directory", valuesOf(base), { version });
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
    onError: async (error) => {
      if (!changedByOther(error)) return toast.error(t("saveFailed", { reason: errorText(error) }));
      setTheirs(await client.fetchQuery({ ...queryOf(DIRECTORY), staleTime: 0 }));
    },
    onSettled: () => invalidate(client, DIRECTORY),
  });
  const take = (stored: Directory, values: typeof form) => {
    setBase(stored);
    setTheirs(undefined);
    setForm(values);
  };
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
      {theirs && (
        <SettingsConflict
          by={changedByOther(save.error)?.by ?? ""}
          what={t("theDirectory")}
          rows={changedFields(
            Object.keys(labels()) as Name[],
            [valuesOf(base), valuesOf(theirs), form],
            shownValue,
          )}
          labels={labels()}
          onTake={() => take(theirs, valuesOf(theirs))}
          onKeep={() => take(theirs, onTop(valuesOf(base), valuesOf(theirs), form))}
        />
      )}
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
