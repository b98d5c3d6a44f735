import { useState } from "react";
import { forgetAiKey, readAiKey, writeAiKey } from "@/features/staff-shared/ai/key";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { PasswordInput } from "@/ui/PasswordInput";
import { toast } from "@/ui/toast";
import { t } from "./texts";

/** API key stored in this browser and sent with each AI call, with precedence over the server's. */
export function BrowserKey() {
  const [key, setKey] = useState(() => readAiKey() ?? "");
  const [stored, setStored] = useState(() => readAiKey() !== null);
  const save = () => {
    if (key.trim() === "") toast.error(t("validKey"));
    else if (writeAiKey(key)) {
      setStored(true);
      toast.success(t("keySaved"));
    } else toast.error(t("cannotKeep"));
  };
  const forget = () => {
    forgetAiKey();
    setKey("");
    setStored(false);
    toast.success(t("keyRemoved"));
  };
  return (
    <form
      noValidate
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Field label={t("geminiKey")} className="min-w-56 flex-1" hint={t("geminiHint")}>
        <PasswordInput
          value={key}
          autoComplete="off"
          placeholder={t("enterKey")}
          onChange={(event) => setKey(event.target.value)}
        />
      </Field>
      <div className="flex gap-2 pb-5.5">
        <Button type="submit" variant="secondary">
          {t("saveKey")}
        </Button>
        {stored && (
          <Button variant="ghost" onClick={forget}>
            {t("remove")}
          </Button>
        )}
      </div>
    </form>
  );
}
