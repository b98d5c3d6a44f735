import { type Ref, type RefObject, useImperativeHandle, useLayoutEffect, useRef } from "react";
import type { TextFormat } from "@/api/questions";
import { preview } from "@/features/staff-shared/content-preview";
import { uploadPicture } from "@/features/staff-shared/pictures";
import { lazyModule } from "@/lib/lazy-module";
import { Textarea } from "@/ui/Textarea";

interface MarkdownFieldProps {
  format: TextFormat;
  value: string;
  /** For screen readers, where a page has several previews. */
  previewName?: string;
  rows?: number;
  placeholder?: string;
  ref?: Ref<HTMLTextAreaElement> | undefined;
  onChange: (value: string) => void;
}

const editor = lazyModule(() => import("@/ui/rich-text/RichTextEditor"));

/** A text in its format: with toolbar and preview where it is Markdown. */
export function MarkdownField({ format, ...rest }: MarkdownFieldProps) {
  return format === "markdown" ? <Markdown {...rest} /> : <Plain {...rest} />;
}

function Plain({ onChange, previewName: _, ...rest }: Omit<MarkdownFieldProps, "format">) {
  return <Textarea {...rest} onChange={(event) => onChange(event.target.value)} />;
}

type Caret = [from: number, to: number];

function Markdown({ ref, ...props }: Omit<MarkdownFieldProps, "format">) {
  const module = editor.use();
  const field = useRef<HTMLTextAreaElement>(null);
  /** Where a person types while the editor replaces the plain field. */
  const caret = useRef<Caret>(null);
  // The element is another one once the module is there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useImperativeHandle(ref, () => field.current as HTMLTextAreaElement, [module]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(() => {
    if (!caret.current) return;
    field.current?.focus();
    field.current?.setSelectionRange(...caret.current);
    caret.current = null;
  }, [module]);
  return module ? (
    <module.RichTextEditor {...props} ref={field} preview={preview} upload={uploadPicture} />
  ) : (
    <Waiting {...props} field={field} caret={caret} />
  );
}

interface WaitingProps extends Omit<MarkdownFieldProps, "format" | "ref"> {
  field: RefObject<HTMLTextAreaElement | null>;
  caret: RefObject<Caret | null>;
}

/** The plain field until the editor is loaded. It leaves behind where a person types in it. */
function Waiting({ field, caret, ...rest }: WaitingProps) {
  useLayoutEffect(
    () => () => {
      const own = field.current;
      if (own && own === document.activeElement) caret.current = [own.selectionStart, own.selectionEnd];
    },
    [field, caret],
  );
  return <Plain {...rest} ref={field} />;
}
