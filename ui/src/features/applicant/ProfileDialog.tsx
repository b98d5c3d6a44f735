import { useId, useState } from "react";
import { api, errorText } from "@/api/client";
import type { User } from "@/api/types";
import { useKept } from "@/lib/kept/useKept";
import { useSend } from "@/lib/useSend";
import { useSession } from "@/stores/session";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { toast } from "@/ui/toast";
import { t } from "./texts";

/** The applicant's name, as recruiters see it in later invitations. */
export function ProfileDialog({ user, onClose }: { user: User; onClose(): void }) {
  const form = useId();
  const [name, setName, kept] = useKept("own name", user.full_name);
  const [checked, setChecked] = useState(false);
  const save = useSend({
    mutationFn: () => api.put("/auth/me", { body: { full_name: name.trim() } }),
    onSuccess: (changed) => {
      useSession.setState({ user: changed });
      toast.success(t("profileUpdated"));
      kept.sent();
      onClose();
    },
    onError: (error) => toast.error(t("failedToUpdate", { reason: errorText(error) })),
  });
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && !save.isPending && onClose()}
      title={t("yourProfile")}
      footer={
        <>
          <Button variant="secondary" disabled={save.isPending} onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button type="submit" form={form} busy={save.isPending}>
            {t("save")}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(true);
          if (name.trim()) save.mutate();
        }}
      >
        <Field label={t("fullName")} error={checked && !name.trim() ? t("nameRequired") : undefined} required>
          <Input
            value={name}
            maxLength={200}
            autoComplete="name"
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <p className="text-muted text-sm">
          {t.rich("emailAddress", { email: <bdi className="text-ink-2">{user.email}</bdi> })}
        </p>
      </form>
    </Dialog>
  );
}
