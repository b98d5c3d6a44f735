import { Rows3 } from "lucide-react";
import type { ReactNode } from "react";
import { type Content, type Item, SECTIONS_MAX, type Section } from "@/features/questions/content/sections";
import type { Errors } from "@/features/questions/form/errors";
import { Button } from "@/ui/Button";
import type { BankStatus } from "./bank-status";
import { withChanged, withoutSection } from "./edits";
import type { ItemActions } from "./ItemCard";
import { ItemDialogs } from "./ItemDialogs";
import { ItemList } from "./ItemList";
import { AddItems, SectionCard } from "./SectionCard";
import { t } from "./texts";
import type { useDivided } from "./useDivided";
import type { Items } from "./useItems";

/** What both frames of the list have: the quick form and the wizard. */
export interface ListedContent {
  content: Content;
  /** Errors of the server about a question or a pool. */
  errorsOf: (item: Item) => Errors;
  /** Errors of the server about a section, by its field. */
  sectionError: (section: Section, field: string) => string | undefined;
}

interface Props extends Omit<ListedContent, "content"> {
  items: Items;
  division: ReturnType<typeof useDivided>;
  /** Current state in the bank of its questions, by id. */
  bank: ReadonlyMap<string, BankStatus>;
  /** Other actions than those of `items`. */
  actions?: Partial<ItemActions>;
  /** A form that stands where the card of an item would; null for a card. */
  formOf?: (item: Item) => ReactNode;
  /** A form for a new question at the end of a section; null for a button. */
  writerIn?: (section: Section) => ReactNode;
  onWrite: (section: string) => void;
}

/** The questions of a test, in sections if the author wants some, with all ways to further ones. */
export function SectionList(props: Props) {
  const { items, division, bank, errorsOf, sectionError, formOf, writerIn, onWrite } = props;
  const { sections, edit, open, dialogs } = items;
  const { divided, divide, unite } = division;
  const actions = { ...items.actions, ...props.actions };
  const divider = (
    <Button variant="ghost" size="sm" icon={Rows3} onClick={divide}>
      {divided ? t("addSection") : t("divide")}
    </Button>
  );
  const content = (section: Section, place: number) => {
    const writer = writerIn?.(section);
    return (
      <div className="space-y-3">
        {section.items.length > 0 && (
          <ItemList
            sections={sections}
            section={section}
            divided={divided}
            errorsOf={errorsOf}
            isBusy={items.isBusy}
            bank={bank}
            actions={actions}
            formOf={formOf}
            onChange={(changed) => edit((all) => withChanged(all, section.id, { items: changed }))}
          />
        )}
        {writer}
        <AddItems
          where={divided ? t("toSection", { number: place + 1 }) : ""}
          {...(divided && !writer && { onWrite: () => onWrite(section.id) })}
          onPick={() => open({ kind: "pick", section: section.id })}
          onPool={() => items.openPool(section.id)}
        >
          {!divided && divider}
        </AddItems>
      </div>
    );
  };
  return (
    <div className="space-y-4">
      {sections.map((section, place) =>
        divided ? (
          <SectionCard
            key={section.id}
            section={section}
            number={place + 1}
            errorOf={(field) => sectionError(section, field)}
            onChange={(changes) => edit((all) => withChanged(all, section.id, changes))}
            onEdit={edit}
            onRemove={sections.length > 1 ? () => edit((all) => withoutSection(all, section.id)) : undefined}
          >
            {content(section, place)}
          </SectionCard>
        ) : (
          <div key={section.id}>{content(section, place)}</div>
        ),
      )}
      {divided && (
        <div className="flex flex-wrap gap-2">
          {sections.length < SECTIONS_MAX && divider}
          <Button variant="ghost" size="sm" onClick={unite}>
            {t("withoutSections")}
          </Button>
        </div>
      )}
      <ItemDialogs {...dialogs} />
    </div>
  );
}
