import { type ComponentProps, type ReactNode, useState } from "react";
import { ConflictFooter } from "@/features/tests/ConflictView";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { t } from "./texts";

interface Props {
  className: string;
  label: string;
  /** While someone else was faster. */
  conflict: ComponentProps<typeof ConflictFooter> | undefined;
  isChanged: boolean;
  /** Beside the buttons while nothing is changed. */
  note: string;
  /** What is lost if the changes are discarded. */
  lost: string;
  onDiscard(): void;
  /** The button that saves. */
  children: ReactNode;
}

/** The bar below a tab that saves all of its changes, or discards them. */
export function ChangesBar(props: Props) {
  const { className, label, conflict, isChanged, note, lost, onDiscard, children } = props;
  const [asking, setAsking] = useState(false);
  return (
    <section aria-label={label} className="sticky bottom-0 z-20 border-line border-t bg-surface">
      <div className={`${className} flex flex-wrap items-center justify-end gap-2 py-2.5`}>
        {conflict ? (
          <ConflictFooter {...conflict} />
        ) : (
          <>
            <p className="me-auto text-muted text-sm max-sm:sr-only">{isChanged ? t("keptHere") : note}</p>
            {isChanged && (
              <Button variant="secondary" onClick={() => setAsking(true)}>
                {t("discard")}
              </Button>
            )}
            {children}
          </>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t("discardTitle")}
        description={lost}
        cancelLabel={t("keepEditing")}
        confirmLabel={t("discard")}
        danger
        onConfirm={() => {
          setAsking(false);
          onDiscard();
        }}
      />
    </section>
  );
}
