import { Plus, Rows3 } from "lucide-react";
import { useState } from "react";
import type { Errors } from "@/features/questions/form/errors";
import type { QuestionDraft } from "@/features/questions/form/rules";
import { points, questionCount } from "@/lib/format";
import { Button } from "@/ui/Button";
import type { BankStatus } from "./sections/bank-status";
import { undivided, withChanged, withNewSection, withoutSection } from "./sections/edits";
import { ItemDialogs } from "./sections/ItemDialogs";
import { ItemList } from "./sections/ItemList";
import { AddItems, SectionCard } from "./sections/SectionCard";
import {
  type Content,
  type Item,
  isDivided,
  paperSize,
  SECTIONS_MAX,
  type Section,
} from "./sections/sections";
import { t } from "./sections/texts";
import { useItems } from "./sections/useItems";

interface Props {
  content: Content;
  /** Current state in the bank of its questions, by id. */
  bank: ReadonlyMap<string, BankStatus>;
  error: string | undefined;
  /** Errors of the server about a question or a pool. */
  errorsOf: (item: Item) => Errors;
  /** Errors of the server about a section, by its field. */
  sectionError: (place: number, field: string) => string | undefined;
  /** Unsaved input of the question dialog, which it opens with. */
  pending: QuestionDraft | undefined;
  onPending: (draft: QuestionDraft | undefined) => void;
  onChange: (edit: (content: Content) => Content) => void;
}

/** The questions of the test panel, in sections if the author wants some; each is edited in a separate dialog. */
export function QuestionList(props: Props) {
  const { content, bank, error, errorsOf, sectionError } = props;
  const { sections, edit, open, dialogs, ...items } = useItems(props);
  // A section that is new has nothing yet that shows that the test is divided.
  const [wanted, setWanted] = useState(false);
  const divided = wanted || isDivided(content);
  const size = paperSize(content);
  const list = (section: Section) =>
    section.items.length > 0 && (
      <ItemList
        sections={sections}
        section={section}
        divided={divided}
        errorsOf={errorsOf}
        isBusy={items.isBusy}
        bank={bank}
        actions={items.actions}
        onChange={(changed) => edit((all) => withChanged(all, section.id, { items: changed }))}
      />
    );
  const [first] = sections;
  return (
    <section aria-labelledby="panel-questions" className="mt-6">
      <div className="mb-3 flex items-center justify-between gap-3">
        <h3 id="panel-questions" className="font-medium text-sm">
          {t("questions")}{" "}
          <span className="font-normal text-muted text-xs tabular-nums">
            {t("size", { questions: questionCount(size.questions), points: points(size.points) })}
          </span>
        </h3>
        {!divided && first && (
          <Button
            variant="secondary"
            size="sm"
            icon={<Plus aria-hidden="true" className="size-4" />}
            onClick={() => open({ kind: "write", section: first.id, question: null })}
          >
            {t("addQuestion")}
          </Button>
        )}
      </div>
      {error && (
        <p role="alert" className="mb-3 font-medium text-error text-xs">
          {error}
        </p>
      )}
      {!divided && first && (
        <>
          {list(first)}
          <div className="mt-3">
            <AddItems
              where=""
              onPick={() => open({ kind: "pick", section: first.id })}
              onPool={() => items.openPool(first.id)}
            />
          </div>
        </>
      )}
      {divided && (
        <div className="space-y-4">
          {sections.map((section, place) => (
            <SectionCard
              key={section.id}
              section={section}
              number={place + 1}
              errorOf={(field) => sectionError(place, field)}
              onChange={(changes) => edit((all) => withChanged(all, section.id, changes))}
              onEdit={edit}
              onRemove={
                sections.length > 1 ? () => edit((all) => withoutSection(all, section.id)) : undefined
              }
            >
              {list(section)}
              <div className="mt-3">
                <AddItems
                  where={t("toSection", { number: place + 1 })}
                  onWrite={() => open({ kind: "write", section: section.id, question: null })}
                  onPick={() => open({ kind: "pick", section: section.id })}
                  onPool={() => items.openPool(section.id)}
                />
              </div>
            </SectionCard>
          ))}
        </div>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {(!divided || sections.length < SECTIONS_MAX) && (
          <Button
            variant="ghost"
            size="sm"
            icon={<Rows3 aria-hidden="true" className="size-4" />}
            onClick={() => {
              setWanted(true);
              if (divided) edit(withNewSection);
            }}
          >
            {divided ? t("addSection") : t("divide")}
          </Button>
        )}
        {divided && (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              setWanted(false);
              edit(undivided);
            }}
          >
            {t("withoutSections")}
          </Button>
        )}
      </div>
      <ItemDialogs {...dialogs} />
    </section>
  );
}
