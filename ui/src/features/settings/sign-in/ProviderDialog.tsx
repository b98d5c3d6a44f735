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
import { linesOf, PROVIDER, PROVIDERS, type Provider, rolesOf } from "./providers";
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
type Name = keyof ReturnType<typeof labels>;

/** Adds an identity provider, or changes one. */
export function ProviderDialog({ provider, onClose }: Props) {
  const client = useQueryClient();
  const [base, setBase] = useState(provider);
  const [theirs, setTheirs] = useState<Provider>();
  const [form, setForm, kept] = useKept(`provider ${provider?.id ?? ""}`, valuesOf(provider), {
    ...(provider && { version: provider.version }),
  });
  // A secret is not kept in the browser.
  const [secret, setSecret] = useState("");
  const [badLine, setBadLine] = useState<string>();
  const save = useSend({
    mutationFn: (roles: Exclude<ReturnType<typeof rolesOf>, string>) => {
      const { id: name, ...values } = form;
      const version = base && { version: base.version };
      return api.put(PROVIDER, {
        path: { id: name.trim() },
        body: { ...values, roles, clientSecret: secret, ...version },
      });
    },
    onSuccess: () => {
      kept.sent();
      toast.success(t("providerSaved"));
      onClose();
    },
    onError: async (error) => {
      if (!base || !changedByOther(error)) return toast.error(t("saveFailed", { reason: errorText(error) }));
      const now = await client.fetchQuery({ ...queryOf(PROVIDERS), staleTime: 0 });
      const found = now.find(({ id }) => id === base.id);
      if (!found) return toast.error(t("saveFailed", { reason: errorText(error) }));
      setTheirs(found);
    },
    onSettled: () => invalidate(client, PROVIDERS),
  });
  const take = (stored: Provider, values: typeof form) => {
    setBase(stored);
    setTheirs(undefined);
    setForm(values);
  };
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
  const rolesError = badLine ? t("badLine", { line: badLine }) : refused.roles;
  return (
    <FormDialog
      title={provider ? t("editNamed", { name: provider.label }) : t("addProvider")}
      submit={t("saveProvider")}
      busy={save.isPending}
      kept={kept}
      onSubmit={() => {
        const roles = rolesOf(form.roles);
        setBadLine(typeof roles === "string" ? roles : undefined);
        if (typeof roles !== "string") save.mutate(roles);
      }}
      onClose={onClose}
    >
      {base && theirs && (
        <SettingsConflict
          by={changedByOther(save.error)?.by ?? ""}
          what={base.label}
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
          value={form.side}
          options={[
            { value: "staff", label: t("staff") },
            { value: "applicants", label: t("applicants") },
          ]}
          onChange={(event) =>
            setForm({ ...form, side: event.target.value === "applicants" ? "applicants" : "staff" })
          }
        />
      </Field>
      {form.side === "staff" && (
        <>
          {text("groupsClaim", t("groupsClaim"), t("groupsClaimHint"))}
          <Field label={t("groupRoles")} hint={t("groupRolesHint")} error={rolesError}>
            <Textarea
              value={form.roles}
              onChange={(event) => setForm({ ...form, roles: event.target.value })}
            />
          </Field>
        </>
      )}
      {check("trustsEmail", t("trustsEmail"), t("trustsEmailHint"))}
      {check("linksAccounts", t("verifiedLeads"), t("passwordEnds"))}
      <Field label={t("certificates")} hint={t("certificatesHint")} error={refused.ca}>
        <Textarea value={form.ca} onChange={(event) => setForm({ ...form, ca: event.target.value })} />
      </Field>
    </FormDialog>
  );
}
