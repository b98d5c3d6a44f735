import { ChevronDown, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import {
  about,
  type Item,
  type Passage,
  passagesOf,
  type Section,
} from "@/features/questions/content/sections";
import { MarkdownField } from "@/features/questions/form/MarkdownField";
import { questionCount } from "@/lib/format";
import { Button, IconButton } from "@/ui/Button";
import { CheckGroup } from "@/ui/CheckGroup";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { Select } from "@/ui/Select";
import { itemLine } from "../labels";
import {
  askedAbout,
  PASSAGE_TITLE_MAX,
  PASSAGES_MAX,
  passageName,
  withNewPassage,
  withoutPassage,
} from "./passages";
import { t } from "./texts";

/** Not an id: the last passage is open, because it was just added. */
const LAST = "";

interface Props {
  section: Section;
  /** Errors of the server, by the field within the section. */
  errorOf: (field: string) => string | undefined;
  onChange: (changes: Partial<Section>) => void;
  /** Adds a passage, with an id that the test does not have. */
  onAdd: (add: (sections: Section[]) => Section[]) => void;
}

/** The instructions of a section, and the passages that its questions share. */
export function PassageFields({ section, errorOf, onChange, onAdd }: Props) {
  const passages = passagesOf(section);
  const [opened, setOpened] = useState<string | null>(null);
  const [doomed, setDoomed] = useState<Passage | null>(null);
  const { instructions, instructions_format = "markdown" } = section;
  const change = (id: string, changes: Partial<Passage>) =>
    onChange({ passages: passages.map((one) => (one.id === id ? { ...one, ...changes } : one)) });
  const remove = (passage: Passage) => {
    setOpened((before) => (before === LAST ? null : before));
    onChange(withoutPassage(section, passage.id));
  };
  const isUsed = (passage: Passage) =>
    passage.text.trim() !== "" || askedAbout(section, passage.id).length > 0;
  const asked = doomed ? askedAbout(section, doomed.id).length : 0;
  return (
    <div className="mt-3 space-y-3">
      {instructions !== undefined && (
        <Field label={t("instructions")} hint={t("instructionsHint")} error={errorOf("instructions")}>
          <MarkdownField
            format={instructions_format}
            rows={4}
            value={instructions}
            previewName={t("previewInstructions")}
            onChange={(text) => onChange({ instructions: text, instructions_format })}
          />
        </Field>
      )}
      {passages.map((passage, index) => (
        <PassageForm
          key={passage.id}
          passage={passage}
          name={passageName(passage, index)}
          section={section}
          isOpen={opened === passage.id || (opened === LAST && index === passages.length - 1)}
          errorOf={(field) => errorOf(`passages[${index}].${field}`)}
          onOpen={(open) => setOpened(open ? passage.id : null)}
          onChange={(changes) => change(passage.id, changes)}
          onItems={(items) => onChange({ items })}
          onDelete={() => (isUsed(passage) ? setDoomed(passage) : remove(passage))}
        />
      ))}
      {errorOf("passages") && (
        <p role="alert" className="font-medium text-error text-xs">
          {errorOf("passages")}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {passages.length < PASSAGES_MAX && (
          <Button
            variant="secondary"
            size="sm"
            icon={Plus}
            onClick={() => {
              onAdd((sections) => withNewPassage(sections, section.id));
              setOpened(LAST);
            }}
          >
            {t("addPassage")}
          </Button>
        )}
        {instructions === undefined && (
          <Button
            variant="secondary"
            size="sm"
            icon={Plus}
            onClick={() => onChange({ instructions: "", instructions_format: "markdown" })}
          >
            {t("addInstructions")}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={doomed !== null}
        onOpenChange={() => setDoomed(null)}
        title={t("deletePassageQuestion")}
        description={
          <>
            <bdi className="line-clamp-4">{doomed?.title.trim() || doomed?.text}</bdi>
            {asked > 0 && ` ${t("questionsStay", { count: asked })}`}
          </>
        }
        confirmLabel={t("deletePassage")}
        danger
        onConfirm={() => {
          if (doomed) remove(doomed);
          setDoomed(null);
        }}
      />
    </div>
  );
}

interface FormProps {
  passage: Passage;
  name: string;
  section: Section;
  isOpen: boolean;
  errorOf: (field: string) => string | undefined;
  onOpen: (open: boolean) => void;
  onChange: (changes: Partial<Passage>) => void;
  onItems: (items: Item[]) => void;
  onDelete: () => void;
}

function PassageForm(props: FormProps) {
  const { passage, name, section, isOpen, errorOf, onOpen, onChange, onItems, onDelete } = props;
  const asked = askedAbout(section, passage.id);
  const wrong = errorOf("text") ?? errorOf("title") ?? errorOf("id");
  const shown = isOpen || wrong !== undefined;
  return (
    <article aria-label={name} className="rounded-card border border-line bg-surface px-4 py-2">
      <div className="flex items-center gap-2">
        <button
          type="button"
          aria-expanded={shown}
          className="flex min-h-9 min-w-0 flex-1 items-center gap-2 text-start text-sm"
          onClick={() => onOpen(!isOpen)}
        >
          <ChevronDown
            aria-hidden="true"
            className={shown ? "size-4 shrink-0 rotate-180" : "size-4 shrink-0"}
          />
          <span dir="auto" className="min-w-0 truncate font-medium">
            {name}
          </span>
          <span className="ms-auto shrink-0 text-muted text-xs tabular-nums">
            {questionCount(asked.length)}
          </span>
        </button>
        <IconButton label={t("deleteNamed", { name })} className="hover:text-error" onClick={onDelete}>
          <Trash2 aria-hidden="true" className="size-4" />
        </IconButton>
      </div>
      {shown && (
        <div className="space-y-3 pt-2 pb-2">
          <Field label={t("passageTitle")} hint={t("optional")} error={errorOf("title")}>
            <Input
              value={passage.title}
              maxLength={PASSAGE_TITLE_MAX}
              onChange={(event) => onChange({ title: event.target.value })}
            />
          </Field>
          <Field
            label={t("passageText")}
            hint={t("passageHint")}
            error={errorOf("text") ?? errorOf("id")}
            required
          >
            <MarkdownField
              format={passage.format}
              rows={8}
              value={passage.text}
              previewName={t("previewOf", { name })}
              onChange={(text) => onChange({ text })}
            />
          </Field>
          {section.items.length > 0 && (
            <div className="max-h-72 space-y-2 overflow-y-auto p-1">
              <p aria-hidden="true" className="font-medium text-sm">
                {t("questionsAbout")}
              </p>
              <CheckGroup
                label={t("questionsAbout")}
                options={section.items.map((item, index) => ({
                  value: item.id,
                  label: (
                    <span dir="auto" className="line-clamp-2">
                      {index + 1}. {itemLine(item)}
                    </span>
                  ),
                }))}
                chosen={asked.map(({ id }) => id)}
                onChange={(chosen) =>
                  onItems(
                    section.items.map((item) => {
                      if (chosen.includes(item.id)) return about(item, passage.id);
                      return item.passage === passage.id ? about(item, undefined) : item;
                    }),
                  )
                }
              />
            </div>
          )}
        </div>
      )}
    </article>
  );
}

interface ChoiceProps {
  section: Section;
  item: Item;
  /** Name of the item. */
  name: string;
  onChange: (item: Item) => void;
}

/** The passage that a question is about; nothing in a section without passages. */
export function PassageChoice({ section, item, name, onChange }: ChoiceProps) {
  const passages = passagesOf(section);
  if (passages.length === 0) return null;
  return (
    <Select
      aria-label={t("passageOf", { name })}
      className="max-w-sm"
      value={item.passage ?? ""}
      placeholder={t("withoutPassage")}
      options={passages.map((passage, index) => ({
        value: passage.id,
        label: t("about", { passage: passageName(passage, index) }),
      }))}
      onChange={(event) => onChange(about(item, event.target.value || undefined))}
    />
  );
}
