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
import { type GroupRoles, linesOf, PROVIDER, PROVIDERS, type Provider, rolesOf } from "./providers";
import { t } from "./texts";

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

function valuesOf(provider: Provider | undefined) {
  const { id, label, issuer, clientId, scopes, groupsClaim, side, trustsEmail, linksAccounts, ca } =
    provider ?? FRESH;
  return {
    ...{ id, label, issuer, clientId, scopes, groupsClaim, side, trustsEmail, linksAccounts, ca },
    roles: linesOf(provider?.roles ?? []),
  };
}

const labels = () => ({
  label: t("nameOnPage"),
  issuer: t("issuer"),
  clientId: t("clientId"),
  scopes: t("scopes"),
  groupsClaim: t("groupsClaim"),
  side: t("forWhom"),
  trustsEmail: t("trustsEmail"),
  linksAccounts: t("verifiedLeads"),
  ca: t("certificates"),
  roles: t("groupRoles"),
});

type Sent = OnRecord<Provider | undefined, ReturnType<typeof valuesOf>> & { roles: GroupRoles };

/** Adds an identity provider, or changes one. */
export function ProviderDialog({ provider, onClose }: Props) {
  const client = useQueryClient();
  const form = useKeptRecord(`provider ${provider?.id ?? ""}`, provider, valuesOf);
  const { values, set, base, kept } = form;
  // A secret is not kept in the browser.
  const [secret, setSecret] = useState("");
  const [badLine, setBadLine] = useState<string>();
  const save = useSendRecord(form, {
    put: ({ values: { id: name, ...rest }, roles, version }: Sent) =>
      api.put(PROVIDER, {
        path: { id: name.trim() },
        body: { ...rest, roles, clientSecret: secret, ...(base && { version }) },
      }),
    done: () => {
      kept.sent();
      toast.success(t("providerSaved"));
      onClose();
    },
    read: async () => {
      const now = await client.fetchQuery({ ...queryOf(PROVIDERS), staleTime: 0 });
      return now.find(({ id }) => id === base?.id);
    },
    failed: (error) => toast.error(t("saveFailed", { reason: errorText(error) })),
    stale: [PROVIDERS],
  });
  const refused = fieldErrors(save.error);
  const text = (
    name: "id" | "label" | "issuer" | "clientId" | "scopes" | "groupsClaim",
    title: string,
    hint?: string,
  ) => (
    <Field label={title} hint={hint} error={refused[name]} required>
      <Input
        value={values[name]}
        autoComplete="off"
        disabled={name === "id" && provider !== undefined}
        onChange={(event) => set({ ...values, [name]: event.target.value })}
      />
    </Field>
  );
  const check = (name: "trustsEmail" | "linksAccounts", title: string, hint: string) => (
    <Checkbox
      label={title}
      hint={hint}
      checked={values[name]}
      onChange={(event) => set({ ...values, [name]: event.target.checked })}
    />
  );
  const rolesError = badLine ? t("badLine", { line: badLine }) : refused.roles;
  return (
    <FormDialog
      title={provider ? t("editNamed", { name: provider.label }) : t("addProvider")}
      submit={t("saveProvider")}
      busy={save.isPending}
      kept={kept}
      onSubmit={() => {
        const roles = rolesOf(values.roles);
        setBadLine(typeof roles === "string" ? roles : undefined);
        if (typeof roles !== "string") save.mutate({ ...form.shown(), roles });
      }}
      onClose={onClose}
    >
      <RecordConflict form={form} error={save.error} what={base?.label ?? ""} labels={labels()} />
      {text("id", t("id"), t("idHint"))}
      {text("label", t("nameOnPage"))}
      {text("issuer", t("issuer"), t("issuerHint"))}
      {text("clientId", t("clientId"))}
      <Field
        label={t("clientSecret")}
        hint={provider?.hasSecret ? t("keepStored") : undefined}
        error={refused.clientSecret}
      >
        <PasswordInput
          value={secret}
          autoComplete="off"
          onChange={(event) => setSecret(event.target.value)}
        />
      </Field>
      {text("scopes", t("scopes"))}
      <Field label={t("forWhom")}>
        <Select
          value={values.side}
          options={[
            { value: "staff", label: t("staff") },
            { value: "applicants", label: t("applicants") },
          ]}
          onChange={(event) =>
            set({ ...values, side: event.target.value === "applicants" ? "applicants" : "staff" })
          }
        />
      </Field>
      {values.side === "staff" && (
        <>
          {text("groupsClaim", t("groupsClaim"), t("groupsClaimHint"))}
          <Field label={t("groupRoles")} hint={t("groupRolesHint")} error={rolesError}>
            <Textarea
              value={values.roles}
              onChange={(event) => set({ ...values, roles: event.target.value })}
            />
          </Field>
        </>
      )}
      {check("trustsEmail", t("trustsEmail"), t("trustsEmailHint"))}
      {check("linksAccounts", t("verifiedLeads"), t("passwordEnds"))}
      <Field label={t("certificates")} hint={t("certificatesHint")} error={refused.ca}>
        <Textarea value={values.ca} onChange={(event) => set({ ...values, ca: event.target.value })} />
      </Field>
    </FormDialog>
  );
}
