import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router-dom";
import { api, errorText } from "@/api/client";
import type { InviteData } from "@/api/types";
import { texts } from "@/i18n";
import { inviteName } from "@/i18n/en/invite-name";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { TestTitle } from "@/ui/TestTitle";
import { inviteQuery } from "./query";
import { t } from "./texts";

const ask = texts("inviteName", inviteName);

/** Asks a candidate who was invited by address alone for a name (docs/behaviour/invites.md#lists-of-people-5). */
export default function NameView({ data: { invite, test } }: { data: InviteData }) {
  const { token = "" } = useParams();
  const client = useQueryClient();
  const [missing, setMissing] = useState(false);
  const give = useSend({
    mutationFn: (name: string) =>
      api.post("/invites/token/{token}/name", { path: { token }, auth: "none", body: { name } }),
    onSuccess: (page) => client.setQueryData(inviteQuery(token).queryKey, page),
  });
  const problem = missing ? ask("nameMissing") : give.error ? errorText(give.error) : undefined;
  return (
    <form
      noValidate
      className="space-y-5 p-6"
      onSubmit={(event) => {
        event.preventDefault();
        const field = event.currentTarget.elements.namedItem("name");
        if (!(field instanceof HTMLInputElement)) return;
        const name = field.value.trim();
        setMissing(name === "");
        if (name === "") field.focus();
        else if (!give.isPending) give.mutate(name);
      }}
    >
      <header className="space-y-1">
        <h1 className="font-semibold text-ink text-xl">{ask("nameTitle")}</h1>
        <p dir="auto" className="text-match text-ink-2">
          <TestTitle test={test} />
        </p>
      </header>
      <Field label={ask("fullName")} hint={ask("nameText")} error={problem} required>
        <Input name="name" autoComplete="name" maxLength={200} />
      </Field>
      <p className="text-muted text-sm">
        {t("email")}: <bdi>{invite.applicant_email}</bdi>
      </p>
      <Button type="submit" className="w-full" busy={give.isPending}>
        {t("continue")}
      </Button>
    </form>
  );
}
