import { useState } from "react";
import { ConflictFooter } from "@/features/tests/ConflictView";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { t } from "./texts";
import type { Column } from "./useColumn";

interface BarProps {
  className: string;
  columns: readonly Column[];
}

/** One save for the languages that are shown. */
export function TranslationBar({ className, columns }: BarProps) {
  const [asking, setAsking] = useState(false);
  const changed = columns.filter(({ isChanged }) => isChanged);
  const clashing = columns.find(({ conflict }) => conflict.shown);
  const save = () => {
    const [one, two] = changed;
    // One after the other: each reply has all languages.
    one?.save(() => two?.save());
  };
  return (
    <section
      aria-label={t("saveTranslations")}
      className="sticky bottom-0 z-20 border-line border-t bg-surface"
    >
      <div className={`${className} flex flex-wrap items-center justify-end gap-2 py-2.5`}>
        {clashing ? (
          <ConflictFooter conflict={clashing.conflict} text={clashing.words} />
        ) : (
          <>
            <p className="me-auto text-muted text-sm max-sm:sr-only">
              {t(changed.length > 0 ? "keptHere" : "startedKeep")}
            </p>
            {changed.length > 0 && (
              <Button variant="secondary" onClick={() => setAsking(true)}>
                {t("discard")}
              </Button>
            )}
            <Button
              busy={columns.some(({ isSaving }) => isSaving)}
              disabled={changed.length === 0}
              onClick={save}
            >
              {t("save")}
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
          for (const { discard } of changed) discard();
        }}
      />
    </section>
  );
}
