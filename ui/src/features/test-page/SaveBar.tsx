import { testWords } from "@/features/tests/labels";
import type { TestFormState } from "@/features/tests/useTestForm";
import { Button } from "@/ui/Button";
import { ChangesBar } from "./ChangesBar";
import { FORM_ID } from "./SettingsTab";
import type { Tab } from "./tabs";
import { t } from "./texts";

interface Props {
  className: string;
  tab: Tab;
  form: TestFormState;
}

/** One save for the whole test, on each tab that changes it. */
export function SaveBar({ className, tab, form }: Props) {
  const { edit, conflict } = form;
  return (
    <ChangesBar
      className={className}
      label={t("saveTest")}
      conflict={conflict.shown ? { conflict, text: () => testWords(edit.fields) } : undefined}
      isChanged={edit.changed}
      note={t("startedKeep")}
      lost={t("discardText")}
      onDiscard={edit.startOver}
    >
      <Button
        busy={form.isSaving}
        {...(tab === "settings"
          ? { type: "submit" as const, form: FORM_ID }
          : { onClick: () => form.submit() })}
      >
        {t("update")}
      </Button>
    </ChangesBar>
  );
}
