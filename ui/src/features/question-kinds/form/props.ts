import type { Question } from "@/api/questions";
import type { KeyChanges, KeyedDraft } from "../keys";
import type { ErrorOf } from "./problem";

/** Of the form of a key. */
export interface FormProps {
  draft: KeyedDraft;
  /** The whole question as it is now. */
  written: () => Question;
  errorOf: ErrorOf;
  onChange: (changes: KeyChanges) => void;
}
