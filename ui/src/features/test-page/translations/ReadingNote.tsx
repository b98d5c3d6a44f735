import { languageName } from "@/features/staff-shared/language-name";
import type { Reading } from "./reading";
import { t } from "./texts";

/** Why something of a preview is in the original. */
export function ReadingNote({ reading }: { reading: Reading }) {
  const { page, lacks, passageLacks } = reading;
  const name = languageName(page);
  const count = lacks.missing + lacks.changed;
  const notes = [
    lacks.unsaved > 0 && t("seenUnsaved", { name }),
    lacks.unsaved === 0 && count > 0 && t("seenLacks", { name, count }),
    Object.values(passageLacks).some((count) => count > 0) && t("seenPassage", { name }),
  ].filter((note) => note !== false);
  if (notes.length === 0) return null;
  return (
    <div role="note" className="toned tone-amber space-y-1 px-4 py-2 text-sm">
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  );
}
