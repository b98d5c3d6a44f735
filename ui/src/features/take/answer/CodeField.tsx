import type { CodeProps } from "@/features/question-kinds/answer/props";
import { LoadingField } from "@/features/question-kinds/KindField";
import { useTakeSession } from "../useTake";
import { codeAnswer } from "./lazy-code";

/** The field for code that runs. It passes the session on: a lazy module that imports the context would split the first load. */
export function CodeField(props: CodeProps) {
  const session = useTakeSession();
  const module = codeAnswer.use();
  return module ? <module.CodeAnswer {...props} session={session} /> : <LoadingField />;
}
