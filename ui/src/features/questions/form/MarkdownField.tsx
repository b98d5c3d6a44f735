import type { Ref } from "react";
import type { TextFormat } from "@/api/questions";
import { uploadPicture } from "@/features/staff-shared/pictures";
import { lazyModule } from "@/lib/lazy-module";
import { Textarea } from "@/ui/Textarea";
import { preview } from "./preview";

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

/** Loads the editor before a field needs it: one that comes while a person types takes the focus away. */
export const loadEditor = () => void editor.load();

/** A text in its format: with toolbar and preview where it is Markdown. */
export function MarkdownField({ format, ...rest }: MarkdownFieldProps) {
  return format === "markdown" ? <Markdown {...rest} /> : <Plain {...rest} />;
}

function Plain({ onChange, previewName: _, ...rest }: Omit<MarkdownFieldProps, "format">) {
  return <Textarea {...rest} onChange={(event) => onChange(event.target.value)} />;
}

function Markdown(props: Omit<MarkdownFieldProps, "format">) {
  const module = editor.use();
  return module ? (
    <module.RichTextEditor {...props} preview={preview} upload={uploadPicture} />
  ) : (
    <Plain {...props} />
  );
}
