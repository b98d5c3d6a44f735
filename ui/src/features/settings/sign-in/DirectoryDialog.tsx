import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, errorText, fieldErrors } from "@/api/client";
import { queryOf } from "@/api/query";
import { type OnRecord, useKeptRecord } from "@/lib/kept/useKeptRecord";
import { useSendRecord } from "@/lib/kept/useSendRecord";
import { Checkbox } from "@/ui/Checkbox";
import { Field } from "@/ui/Field";
import { FormDialog } from "@/ui/FormDialog";
import { Input } from "@/ui/Input";
import { PasswordInput } from "@/ui/PasswordInput";
import { Select } from "@/ui/Select";
import { Textarea } from "@/ui/Textarea";
import { toast } from "@/ui/toast";
import { RecordConflict } from "../RecordConflict";
import { ACTIVE_DIRECTORY, DIRECTORY, type Directory, presetOf, serversOf } from "./directory";
import { type GroupRoles, linesOf, rolesOf } from "./providers";
import { t } from "./texts";

interface Props {
  directory: Directory;
  onClose: () => void;
}

type Line =
  | "bindDn"
  | "baseDn"
  | "userFilter"
  | "idAttribute"
  | "emailAttribute"
  | "nameAttribute"
  | "groupBase"
  | "groupFilter"
  | "timeoutSeconds"
  | "stayMinutes";

const NUMBERS: ReadonlySet<Line> = new Set(["timeoutSeconds", "stayMinutes"]);

function valuesOf({ version: _, hasPassword: __, servers, roles, ...values }: Directory) {
  return {
    ...values,
    timeoutSeconds: String(values.timeoutSeconds),
    stayMinutes: String(values.stayMinutes),
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
  stayMinutes: t("stayMinutes"),
  ca: t("certificates"),
});

type Sent = OnRecord<Directory, ReturnType<typeof valuesOf>> & { roles: GroupRoles };

/** Sets up the directory, or changes it. */
export function DirectoryDialog({ directory, onClose }: Props) {
  const client = useQueryClient();
  // As it was when the dialog opened: a later read of the page's may differ in the password alone.
  const [opened] = useState(directory);
  const form = useKeptRecord("directory", opened, valuesOf);
  const { values, set, base, kept } = form;
  // A password is not kept in the browser.
  const [password, setPassword] = useState("");
  const [badLine, setBadLine] = useState<string>();
  const save = useSendRecord(form, {
    put: ({ values, roles, version }: Sent) =>
      api.put(DIRECTORY, {
        body: {
          ...values,
          servers: serversOf(values.servers),
          timeoutSeconds: Number(values.timeoutSeconds),
          stayMinutes: Number(values.stayMinutes),
          roles,
          bindPassword: values.bindDn.trim() === "" ? null : password,
          version,
        },
      }),
    done: () => {
      kept.sent();
      toast.success(t("directorySaved"));
      onClose();
    },
    read: () => client.fetchQuery({ ...queryOf(DIRECTORY), staleTime: 0 }),
    failed: (error) => toast.error(t("saveFailed", { reason: errorText(error) })),
    stale: [DIRECTORY],
  });
  const refused = fieldErrors(save.error);
  const [noServer, setNoServer] = useState(false);
  const text = (name: Line, title: string, hint?: string, required = true) => (
    <Field label={title} hint={hint} error={refused[name]} required={required}>
      <Input
        value={values[name]}
        autoComplete="off"
        inputMode={NUMBERS.has(name) ? "numeric" : undefined}
        onChange={(event) => set({ ...values, [name]: event.target.value })}
      />
    </Field>
  );
  const rolesError = badLine ? t("badLine", { line: badLine }) : refused.roles;
  return (
    <FormDialog
      title={base.servers.length > 0 ? t("editDirectory") : t("setUpDirectory")}
      submit={t("saveDirectory")}
      busy={save.isPending}
      kept={kept}
      onSubmit={() => {
        const roles = rolesOf(values.roles);
        const lacksServer = serversOf(values.servers).length === 0;
        setBadLine(typeof roles === "string" ? roles : undefined);
        setNoServer(lacksServer);
        if (typeof roles !== "string" && !lacksServer) save.mutate({ ...form.shown(), roles });
      }}
      onClose={onClose}
    >
      <RecordConflict form={form} error={save.error} what={t("theDirectory")} labels={labels()} />
      <Field
        label={t("servers")}
        hint={t("serversHint")}
        error={noServer ? t("nameServer") : refused.servers}
        required
      >
        <Textarea
          value={values.servers}
          onChange={(event) => set({ ...values, servers: event.target.value })}
        />
      </Field>
      <Field label={t("kind")}>
        <Select
          value={values.kind}
          options={[
            { value: "active_directory", label: ACTIVE_DIRECTORY },
            { value: "other", label: t("otherKind") },
          ]}
          onChange={(event) => {
            const kind = event.target.value === "active_directory" ? "active_directory" : "other";
            set({ ...values, kind, ...presetOf(kind, values) });
          }}
        />
      </Field>
      {text("bindDn", t("serviceAccount"), t("serviceAccountHint"), false)}
      <Field
        label={t("servicePassword")}
        hint={base.hasPassword ? t("keepStored") : undefined}
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
      {values.kind === "other" && text("groupFilter", t("groupFilter"), t("groupFilterHint", { dn: "{dn}" }))}
      <Field label={t("groupRoles")} hint={t("groupRolesDnHint")} error={rolesError}>
        <Textarea value={values.roles} onChange={(event) => set({ ...values, roles: event.target.value })} />
      </Field>
      <Checkbox
        label={t("addressLeads")}
        hint={t("passwordEnds")}
        checked={values.linksAccounts}
        onChange={(event) => set({ ...values, linksAccounts: event.target.checked })}
      />
      {text("timeoutSeconds", t("timeLimit"))}
      {text("stayMinutes", t("stayMinutes"), t("stayMinutesHint"))}
      <Field label={t("certificates")} hint={t("certificatesHint")} error={refused.ca}>
        <Textarea value={values.ca} onChange={(event) => set({ ...values, ca: event.target.value })} />
      </Field>
    </FormDialog>
  );
}
