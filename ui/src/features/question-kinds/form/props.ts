import type { ReactNode } from "react";
import type { Question } from "@/api/questions";
import type { KeyChanges, KeyedDraft } from "../keys";
import type { ErrorOf } from "./problem";

/** Props of the form of a key. */
export interface FormProps {
  draft: KeyedDraft;
  /** The whole question as it is now. */
  written: () => Question;
  errorOf: ErrorOf;
  /** The field of the question's text, which a form with steps shows in the first. */
  text: ReactNode;
  onChange: (changes: KeyChanges) => void;
}
