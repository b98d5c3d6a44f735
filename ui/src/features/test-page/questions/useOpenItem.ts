import type { Item, Section } from "@/features/questions/content/sections";
import type { QuestionDraft } from "@/features/questions/form/rules";
import { useUrlState } from "@/lib/url-state";

/** What the right side shows: an item, the rules of a section, or the form of a new question of one. */
export type Open =
  | { kind: "item"; item: Item; section: Section }
  | { kind: "section"; section: Section }
  | { kind: "new"; section: Section };

/** What is open stands in the address, so that a reload and a second tab show the same. */
export function useOpenItem(sections: Section[], divided: boolean, pending: QuestionDraft | undefined) {
  const { params, change } = useUrlState();
  const select = (changes: Partial<Record<"item" | "part" | "new", string>>) =>
    change({ item: null, part: null, new: null, ...changes }, { replace: true });
  const itemAt = (id: string | null): Open | null => {
    const section = sections.find(({ items }) => items.some((item) => item.id === id));
    const item = section?.items.find((one) => one.id === id);
    return section && item ? { kind: "item", item, section } : null;
  };
  const sectionAt = (id: string | null) => sections.find((section) => section.id === id);
  const [first] = sections;
  const find = (): Open | null => {
    const wanted = sectionAt(params.get("new"));
    // A half-written question comes first: another one would replace it.
    if (pending) {
      const section = wanted ?? sections.at(-1);
      return itemAt(pending.id) ?? (section ? { kind: "new", section } : null);
    }
    if (wanted) return { kind: "new", section: wanted };
    const part = divided ? sectionAt(params.get("part")) : undefined;
    if (part) return { kind: "section", section: part };
    const found = itemAt(params.get("item")) ?? itemAt(sections.flatMap(({ items }) => items)[0]?.id ?? null);
    return found ?? (first ? { kind: "new", section: first } : null);
  };
  return {
    open: find(),
    openItem: (id: string) => select({ item: id }),
    openSection: (id: string) => select({ part: id }),
    openNew: (section: string) => select({ new: section }),
  };
}
