import type { QuestionType } from "@/api/types";
import { plainOf } from "@/features/question-kinds/traits";
import { SOURCE, type Source } from "./codec";

/** Names that browsers and the code editor give to an input. */
const NAMES: Record<string, Source> = {
  insertFromPaste: SOURCE.pasted,
  insertFromPasteAsQuotation: SOURCE.pasted,
  insertFromYank: SOURCE.pasted,
  "input.paste": SOURCE.pasted,
  insertFromDrop: SOURCE.dropped,
  deleteByDrag: SOURCE.dropped,
  "input.drop": SOURCE.dropped,
  "move.drop": SOURCE.dropped,
  "delete.drop": SOURCE.dropped,
  historyUndo: SOURCE.undone,
  historyRedo: SOURCE.undone,
  undo: SOURCE.undone,
  redo: SOURCE.undone,
};

/** Whether the answer is text that is written, and not chosen. */
const isWritten = (type: QuestionType) => plainOf(type) === "text" || plainOf(type) === "code";

/** `how`: the name of the input; undefined if none reported the change. */
export function sourceOf(how: string | undefined, type: QuestionType | undefined): Source {
  if (how !== undefined) return NAMES[how] ?? SOURCE.typed;
  return type && isWritten(type) ? SOURCE.program : SOURCE.chosen;
}
