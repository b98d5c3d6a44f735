import type { ReactNode } from "react";
import { type Item, paperSize, type Section } from "@/features/questions/content/sections";
import type { Errors } from "@/features/questions/form/errors";
import { SortableQuestions } from "@/features/questions/form/SortableQuestions";
import type { BankStatus } from "./bank-status";
import { type ItemActions, ItemCard } from "./ItemCard";
import { PassageChoice } from "./PassageFields";
import { t } from "./texts";

interface Props {
  sections: Section[];
  section: Section;
  divided: boolean;
  errorsOf: (item: Item) => Errors;
  isBusy: (id: string) => boolean;
  bank: ReadonlyMap<string, BankStatus>;
  actions: ItemActions;
  /** A form that stands where the card of an item would; null for a card. */
  formOf?: ((item: Item) => ReactNode) | undefined;
  onChange: (items: Item[]) => void;
}

/** Number of questions of a paper before each item of a section. */
function numbersOf(sections: Section[], section: Section): Map<string, number> {
  const before = sections.slice(0, sections.indexOf(section));
  const sizeOf = (some: Section[]) => paperSize({ questions: [], sections: some }).questions;
  const found = new Map<string, number>();
  let number = sizeOf(before) + 1;
  for (const item of section.items) {
    found.set(item.id, number);
    number += sizeOf([{ ...section, items: [item] }]);
  }
  return found;
}

/** The questions and pools of a section, in the order in which the author puts them. */
export function ItemList(props: Props) {
  const { sections, section, divided, errorsOf, isBusy, bank, actions, formOf, onChange } = props;
  const place = sections.indexOf(section) + 1;
  const numbers = numbersOf(sections, section);
  const pinned = sections.flatMap(({ items }) =>
    items.flatMap((item) => (item.kind === "pinned" ? item.id : [])),
  );
  const targets = sections.flatMap(({ id, title }, index) =>
    id === section.id ? [] : [{ id, name: title.trim() || t("sectionTarget", { number: index + 1 }) }],
  );
  const nameOf = (index: number) =>
    divided
      ? t("questionNamedIn", { number: index + 1, section: place })
      : t("questionNamed", { number: index + 1 });
  return (
    <SortableQuestions
      questions={section.items}
      label={divided ? t("questionsOfSection", { number: place }) : t("questions")}
      nameOf={nameOf}
      onChange={onChange}
    >
      {(item, index) => (
        <div className="space-y-2">
          {formOf?.(item) ?? (
            <ItemCard
              item={item}
              number={numbers.get(item.id) ?? 1}
              errors={errorsOf(item)}
              targets={targets}
              pinned={pinned}
              bank={bank}
              busy={isBusy(item.id)}
              actions={actions}
            />
          )}
          <PassageChoice
            section={section}
            item={item}
            name={nameOf(index)}
            onChange={(changed) => onChange(section.items.map((one) => (one.id === item.id ? changed : one)))}
          />
        </div>
      )}
    </SortableQuestions>
  );
}
