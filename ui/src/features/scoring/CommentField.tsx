import { type Ref, useImperativeHandle, useRef, useState } from "react";
import type { Rubric } from "@/api/types";
import { Field } from "@/ui/Field";
import { Textarea } from "@/ui/Textarea";
import { SnippetMenu } from "./rubric/SnippetMenu";
import { t } from "./texts";
import type { Marking } from "./useMarking";

export interface CommentHandle {
  /** Puts the cursor at the end. */
  focus: () => void;
  openSnippets: () => void;
}

interface Props {
  label: string;
  hint?: string;
  marking: Marking;
  rubric: Rubric | undefined;
  /** Keys reach the field through it. */
  handle?: Ref<CommentHandle>;
}

/** The comment, and the prepared ones that can be put into it. */
export function CommentField({
  label,
  hint,
  marking: { comments, setComments, insert },
  rubric,
  handle,
}: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [open, setOpen] = useState(false);
  const focus = () => {
    const text = field.current;
    text?.focus();
    text?.setSelectionRange(text.value.length, text.value.length);
  };
  useImperativeHandle(handle, () => ({ focus, openSnippets: () => setOpen(true) }));
  return (
    <div className="min-w-0">
      <Field label={label} hint={hint}>
        <Textarea
          ref={field}
          rows={2}
          value={comments}
          placeholder={t("addComments")}
          onChange={(event) => setComments(event.target.value)}
        />
      </Field>
      {rubric && (
        <SnippetMenu
          snippets={rubric.snippets}
          open={open}
          onOpenChange={setOpen}
          onInsert={insert}
          onInserted={focus}
          shortcut={handle ? "S" : undefined}
        />
      )}
    </div>
  );
}
