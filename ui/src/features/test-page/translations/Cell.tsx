import { clsx } from "clsx";
import { memo } from "react";
import type { SourceText } from "@/api/types";
import { formatCount } from "@/lib/format";
import { directionOf } from "@/lib/language";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Textarea } from "@/ui/Textarea";
import { t } from "./texts";
import { type Edit, savedText, stateOf, type TextState } from "./texts-of-test";

/** Share of the longest text from which on its characters are counted. */
const COUNTED_FROM = 0.8;
const CHARACTERS_OF_LINE = 48;
const MAX_ROWS = 14;

interface CellProps {
  /** Text and language. */
  label: string;
  source: SourceText;
  language: string;
  name: string;
  edit: Edit | undefined;
  error: string | undefined;
  mayEdit: boolean;
  onType: (source: SourceText, text: string) => void;
  onAccept: (source: SourceText) => void;
}

/** The rows that the source is likely to take. */
function rowsOf(text: string): number {
  const lines = text.split("\n").map((line) => Math.max(1, Math.ceil(line.length / CHARACTERS_OF_LINE)));
  return Math.min(
    MAX_ROWS,
    lines.reduce((sum, count) => sum + count, 0),
  );
}

/** One text in one language. */
export const Cell = memo(function Cell(props: CellProps) {
  const { label, source, language, name, edit, error, mayEdit, onType, onAccept } = props;
  const text = edit?.text ?? savedText(source, language);
  const state = stateOf(source, language, edit);
  const count = [...text].length;
  const { max_characters: max } = source;
  const written = { lang: language, dir: directionOf(language) };
  const font = source.format === "markdown" ? "font-mono text-xs" : "text-sm";
  const counted =
    count > max * COUNTED_FROM && t("characters", { count: formatCount(count), max: formatCount(max) });
  return (
    <div className="min-w-0 space-y-1.5">
      <p aria-hidden="true" lang={language} className="text-muted text-xs lg:hidden">
        {name}
      </p>
      {mayEdit ? (
        <Field
          label={label}
          hideLabel
          // Beside the name of the source, so that the field stands beside its text.
          className="[&>p:not([role=alert])]:-order-1"
          hint={hintOf(state, edit !== undefined, counted)}
          error={error ?? (count > max ? t("tooLong", { count: formatCount(count - max) }) : undefined)}
        >
          <Textarea
            {...written}
            rows={rowsOf(text.length > source.source.length ? text : source.source)}
            value={text}
            className={clsx(font, state === "changed" && "border-warning!")}
            onChange={(event) => onType(source, event.target.value)}
          />
        </Field>
      ) : (
        <p
          {...(text && written)}
          className={clsx("whitespace-pre-wrap break-words", text ? font : "text-muted text-sm")}
        >
          {text || t("missing")}
        </p>
      )}
      {state === "changed" && (
        <div className="toned tone-amber flex flex-wrap items-center justify-between gap-2 rounded-control px-3 py-1.5 text-sm">
          <p className="min-w-0 flex-1 basis-40">{t("sourceChanged")}</p>
          {mayEdit && (
            <Button variant="secondary" size="sm" onClick={() => onAccept(source)}>
              {t("stillRight")}
              <span className="sr-only">{`: ${label}`}</span>
            </Button>
          )}
        </div>
      )}
    </div>
  );
});

/** "Missing · Not saved · 190 of 200 characters" */
function hintOf(state: TextState, isEdited: boolean, counted: string | false) {
  const more = [isEdited && t("unsaved"), counted].filter((one) => one !== false);
  const words = t(state === "current" ? "translated" : state);
  return (
    <>
      <span className={clsx(state !== "current" && "font-medium text-warning")}>{words}</span>
      {more.map((one) => ` · ${one}`)}
    </>
  );
}
