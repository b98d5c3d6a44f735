import { useState } from "react";
import {
  blankPool,
  type Content,
  contentOf,
  type Item,
  itemsOf,
  newId,
  type Section,
  sectionsOf,
  written,
} from "@/features/questions/content/sections";
import type { Errors } from "@/features/questions/form/errors";
import { newQuestionId, type QuestionDraft } from "@/features/questions/form/rules";
import { toast } from "@/ui/toast";
import { detached, movedTo, withAdded, withCopy, withItem } from "./edits";
import type { ItemActions } from "./ItemCard";
import type { OpenDialog } from "./ItemDialogs";
import { t } from "./texts";
import { useItemCalls } from "./useItemCalls";

interface Given {
  content: Content;
  errorsOf: (item: Item) => Errors;
  pending: QuestionDraft | undefined;
  onPending: (draft: QuestionDraft | undefined) => void;
  onChange: (edit: (content: Content) => Content) => void;
}

const idsOf = (sections: Section[]) => sections.flatMap(({ items }) => items.map(({ id }) => id));

/** The items of all sections: what can be done with them, and the dialog that is open. */
export function useItems({ content, errorsOf, pending, onPending, onChange }: Given) {
  const sections = sectionsOf(content);
  const find = (id: string | undefined) => itemsOf(content).find((item) => item.id === id);
  const [dialog, open] = useState<OpenDialog | null>(() => {
    if (!pending) return null;
    const item = find(pending.id);
    const question = item?.kind === "written" ? item.question : null;
    return { kind: "write", section: sections.at(-1)?.id ?? "", question };
  });
  const edit = (change: (sections: Section[]) => Section[]) =>
    onChange((before) => contentOf(change(sectionsOf(before))));
  const replace = (id: string, item: Item | undefined) => edit((all) => withItem(all, id, item));
  const close = () => {
    onPending(undefined);
    open(null);
  };
  const calls = useItemCalls({
    onPicked: (section, items) => {
      edit((all) => withAdded(all, section, items));
      close();
    },
    onReplaced: replace,
  });
  /** Replaces the item with the same id, or appends it to the section of the dialog. */
  const keep = (item: Item) => {
    if (find(item.id)) replace(item.id, item);
    else if (dialog && "section" in dialog) edit((all) => withAdded(all, dialog.section, [item]));
    close();
  };
  const openItem = (item: Item) => {
    const section = sections.find(({ items }) => items.includes(item))?.id ?? "";
    if (item.kind === "written") open({ kind: "write", section, question: item.question });
    if (item.kind === "pool") open({ kind: "pool", section, pool: item, isNew: false });
  };
  const actions: ItemActions = {
    onEdit: openItem,
    onDelete: (item) => open({ kind: "delete", item }),
    onDuplicate: ({ id }) => {
      edit((all) => withCopy(all, id, newQuestionId(idsOf(all))));
      toast.success(t("duplicated"));
    },
    onAddToBank: (item) => item.kind === "written" && calls.share.mutate(item),
    onTakeNewer: (item) => calls.renew.mutate(item),
    onDetach: (item) => edit((all) => detached(all, item.id)),
    onMove: (item, section) => edit((all) => movedTo(all, item.id, section)),
  };
  return {
    sections,
    edit,
    open,
    openPool: (section: string) => {
      const id = newId(
        "p",
        itemsOf(content).map((item) => item.id),
      );
      open({ kind: "pool", section, pool: blankPool(id), isNew: true });
    },
    isBusy: calls.busy,
    actions,
    dialogs: {
      open: dialog,
      sections,
      errorsOf: (id: string) => {
        const item = find(id);
        return item ? errorsOf(item) : {};
      },
      pending,
      isPicking: calls.pick.isPending,
      onPending,
      onKeep: (question: Parameters<typeof written>[0]) => {
        const known = find(question.id) !== undefined;
        keep(written(question));
        toast.success(known ? t("updated") : t("added"));
      },
      onPool: keep,
      onPick: (section: string, ids: string[]) => calls.pick.mutate({ section, ids }),
      onDelete: (item: Item) => {
        replace(item.id, undefined);
        open(null);
      },
      onClose: close,
    },
  };
}

export type Items = ReturnType<typeof useItems>;
