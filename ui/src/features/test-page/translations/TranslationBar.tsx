import { Button } from "@/ui/Button";
import { ChangesBar } from "../ChangesBar";
import { t } from "./texts";
import type { Column } from "./useColumn";

interface BarProps {
  className: string;
  columns: readonly Column[];
}

/** One save for the languages that are shown. */
export function TranslationBar({ className, columns }: BarProps) {
  const changed = columns.filter(({ isChanged }) => isChanged);
  const clashing = columns.find(({ conflict }) => conflict.shown);
  const save = () => {
    const [one, two] = changed;
    // One after the other: each reply has all languages.
    one?.save(() => two?.save());
  };
  return (
    <ChangesBar
      className={className}
      label={t("saveTranslations")}
      conflict={clashing && { conflict: clashing.conflict, text: clashing.words }}
      isChanged={changed.length > 0}
      note={t("startedKeep")}
      lost={t("discardText")}
      onDiscard={() => {
        for (const { discard } of changed) discard();
      }}
    >
      <Button busy={columns.some(({ isSaving }) => isSaving)} disabled={changed.length === 0} onClick={save}>
        {t("save")}
      </Button>
    </ChangesBar>
  );
}
