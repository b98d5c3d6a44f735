import { useState } from "react";
import { ConflictFooter } from "@/features/tests/ConflictView";
import { testWords } from "@/features/tests/labels";
import type { TestFormState } from "@/features/tests/useTestForm";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
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
  const [asking, setAsking] = useState(false);
  return (
    <section aria-label={t("saveTest")} className="sticky bottom-0 z-20 border-line border-t bg-surface">
      <div className={`${className} flex flex-wrap items-center justify-end gap-2 py-2.5`}>
        {conflict.shown ? (
          <ConflictFooter text={() => testWords(edit.fields)} conflict={conflict} />
        ) : (
          <>
            <p className="me-auto text-muted text-sm max-sm:sr-only">
              {edit.changed ? t("keptHere") : t("startedKeep")}
            </p>
            {edit.changed && (
              <Button variant="secondary" onClick={() => setAsking(true)}>
                {t("discard")}
              </Button>
            )}
            <Button
              busy={form.isSaving}
              {...(tab === "settings"
                ? { type: "submit" as const, form: FORM_ID }
                : { onClick: () => form.submit() })}
            >
              {t("update")}
            </Button>
          </>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t("discardTitle")}
        description={t("discardText")}
        cancelLabel={t("keepEditing")}
        confirmLabel={t("discard")}
        danger
        onConfirm={() => {
          setAsking(false);
          edit.startOver();
        }}
      />
    </section>
  );
}
