import { clsx } from "clsx";
import type { KeyboardEvent } from "react";
import { Textarea, type TextareaProps } from "./Textarea";

/** Enter submits the form, as in an input: a line break is typed with Shift, or pasted. */
function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** For a text that is one line as a rule: an input would drop the line breaks of others without a word. */
export function LineField({ className, ...rest }: TextareaProps) {
  return <Textarea {...rest} rows={1} className={clsx("resize-none!", className)} onKeyDown={onKeyDown} />;
}
