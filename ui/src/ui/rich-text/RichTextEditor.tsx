import { clsx } from "clsx";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { errorText } from "@/api/errors";
import { useField } from "../Field";
import { COMMANDS, type Command, commandOf, difference } from "./commands";
import type { Content } from "./content";
import { t } from "./editor-texts";
import * as edits from "./edits";
import { RichText } from "./RichText";
import { Toolbar } from "./Toolbar";
import { usePreview } from "./usePreview";

export interface RichTextEditorProps {
  value: string;
  onChange: (value: string) => void;
  /** Reads the source on the server. Rejects with its sentence. Must keep its identity between renders. */
  preview: (source: string) => Promise<Content>;
  /** Stores a picture and returns its hash. Rejects with the server's sentence. Without it there are no pictures. */
  upload?: (file: File) => Promise<string>;
  /** Name of the preview, for screen readers, where a page has several editors. */
  previewName?: string | undefined;
  rows?: number;
  placeholder?: string;
  /** The text field, for the form around it. */
  ref?: Ref<HTMLTextAreaElement> | undefined;
}

const ACCEPTED = ["image/png", "image/jpeg", "image/webp"];
const PICTURE = "picture";

/** Replaces the text as if it were typed, so that the browser's undo knows of it. */
function apply(field: HTMLTextAreaElement, next: edits.Selected) {
  const { from, to, insert } = difference(field.value, next.text);
  field.focus();
  field.setSelectionRange(from, to);
  if (from !== to || insert !== "") {
    const typed = insert ? document.execCommand("insertText", false, insert) : document.execCommand("delete");
    if (!typed) {
      field.setRangeText(insert, from, to, "end");
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }
  field.setSelectionRange(next.start, next.end);
}

const state = (field: HTMLTextAreaElement): edits.Selected => ({
  text: field.value,
  start: field.selectionStart,
  end: field.selectionEnd,
});

/** Markdown with a toolbar, and what candidates will see below it, or beside it where there is room. */
export function RichTextEditor(props: RichTextEditorProps) {
  const { value, onChange, upload } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const [isUploading, setIsUploading] = useState(false);
  const [failure, setFailure] = useState<string>();
  const ids = useField();
  useImperativeHandle(props.ref, () => field.current as HTMLTextAreaElement, []);
  const commands = upload ? COMMANDS : COMMANDS.filter((command) => command.name !== PICTURE);

  const run = ({ edit, name }: Command) => {
    if (edit && field.current) apply(field.current, edit(state(field.current)));
    else if (name === PICTURE && upload && !isUploading) chooser.current?.click();
  };

  const store = async (file: File) => {
    if (!upload) return;
    setFailure(undefined);
    setIsUploading(true);
    try {
      const hash = await upload(file);
      if (field.current) apply(field.current, edits.picture(state(field.current), hash));
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      setIsUploading(false);
    }
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const before = state(event.currentTarget);
    const found = commandOf(event);
    const isEnter = event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing;
    const next = typeof found === "function" ? found(before) : isEnter ? edits.continued(before) : undefined;
    if (next) apply(event.currentTarget, next);
    else if (typeof found === "object" && commands.includes(found)) run(found);
    else return;
    event.preventDefault();
  };

  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const file = [...event.clipboardData.files].find(({ type }) => ACCEPTED.includes(type));
    // Office programs offer a picture beside each text: the text is meant.
    if (!file || !upload || event.clipboardData.types.includes("text/plain")) return;
    event.preventDefault();
    void store(file);
  };

  return (
    <div className="@container min-w-0">
      <div className="@4xl:grid @4xl:grid-cols-2 @4xl:items-start @4xl:gap-4">
        <div className="min-w-0">
          <Toolbar
            controls={ids?.id}
            commands={commands}
            busy={isUploading ? PICTURE : undefined}
            onCommand={run}
          />
          <textarea
            dir="auto"
            translate="no"
            {...ids}
            ref={field}
            value={value}
            rows={props.rows ?? 8}
            placeholder={props.placeholder}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            className="control resize-y rounded-t-none font-mono"
          />
          <input
            ref={chooser}
            type="file"
            accept={ACCEPTED.join(",")}
            hidden
            onChange={(event) => {
              const file = event.target.files?.[0];
              event.target.value = "";
              if (file) void store(file);
            }}
          />
          <p role="status" className="mt-1 min-h-4 text-xs">
            {isUploading && <span className="text-muted">{t("storingPicture")}</span>}
            {failure && <span className="font-medium text-error">{failure}</span>}
            {!isUploading && !failure && edits.hasUndescribed(value) && (
              <span className="text-warning">{t("undescribed")}</span>
            )}
          </p>
        </div>
        <PreviewPane {...props} />
      </div>
    </div>
  );
}

function PreviewPane({ value, preview, previewName }: RichTextEditorProps) {
  const { content, fault, isStale } = usePreview(value, preview);
  const isEmpty = value.trim() === "";
  return (
    <section
      aria-label={previewName ?? t("preview")}
      // Hidden where the page shows the whole beside, unless it says what is wrong.
      data-whole={previewName || fault ? undefined : ""}
      className="mt-2 @4xl:mt-0 min-w-0 rounded-control border border-line bg-surface px-4 py-3"
    >
      <h3 className="mb-2 font-medium text-muted text-xs">{t("preview")}</h3>
      {fault && (
        <p role="alert" className="mb-2 font-medium text-error text-xs">
          {fault}
        </p>
      )}
      {isEmpty ? (
        <p className="text-muted text-sm">{t("nothingYet")}</p>
      ) : (
        content && (
          <RichText
            content={content}
            source={value}
            className={clsx("text-base text-ink", (fault || isStale) && "opacity-60")}
          />
        )
      )}
    </section>
  );
}
