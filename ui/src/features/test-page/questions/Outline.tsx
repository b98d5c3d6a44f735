import { clsx } from "clsx";
import { GripVertical, Library, Shuffle } from "lucide-react";
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { type Item, paperSize, type Section } from "@/features/questions/content/sections";
import type { Errors } from "@/features/questions/form/errors";
import { itemLine } from "@/features/tests/labels";
import { t } from "@/features/tests/sections/texts";
import { kindLabel, points } from "@/lib/format";
import { movedBy, movedTo, placeOf } from "./move";
import type { Open } from "./useOpenItem";

interface Props {
  sections: Section[];
  divided: boolean;
  open: Open | null;
  errorsOf: (item: Item) => Errors;
  /** Without asking: the caller settles what is half-written. */
  onOpenItem: (id: string) => void;
  onOpenSection: (id: string) => void;
  onMove: (sections: Section[]) => void;
}

const ROW = "[data-outline-row]";

/** The next or previous row takes the focus. */
function focusBeside(row: HTMLElement, by: 1 | -1) {
  const rows = [...(row.closest("nav")?.querySelectorAll<HTMLElement>(ROW) ?? [])];
  rows[rows.indexOf(row) + by]?.focus();
}

function nameOf(item: Item): string {
  if (item.kind === "pool") return t("pool");
  return kindLabel(item.question.type);
}

/** Sections, pools and questions in their order: arrows move through them; Alt and an arrow, or dragging, moves one. */
export function Outline(props: Props) {
  const { sections, divided, open, errorsOf, onOpenItem, onOpenSection, onMove } = props;
  const nav = useRef<HTMLElement>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  /** The row to focus once it is at its new place: browsers lose the focus of a moved element. */
  const [refocus, setRefocus] = useState<string | null>(null);
  useEffect(() => {
    if (!refocus) return;
    nav.current?.querySelector<HTMLElement>(`[data-outline-row="${CSS.escape(refocus)}"]`)?.focus();
    setRefocus(null);
  }, [refocus]);

  const move = (id: string, next: Section[] | null) => {
    if (!next) return;
    onMove(next);
    const { place, total } = placeOf(next, id);
    setSaid(t("nowAt", { place, total }));
  };
  const onKey = (event: KeyboardEvent<HTMLElement>, id: string | null) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    const by = event.key === "ArrowUp" ? -1 : 1;
    event.preventDefault();
    if (!event.altKey) focusBeside(event.currentTarget, by);
    else if (id) {
      move(id, movedBy(sections, id, by));
      setRefocus(id);
    }
  };
  const drop = (event: DragEvent, section: Section, index: number) => {
    event.preventDefault();
    if (dragged) {
      // Counted without the dragged one, which may stand before.
      const own = section.items.findIndex(({ id }) => id === dragged);
      move(dragged, movedTo(sections, dragged, section.id, own >= 0 && own < index ? index - 1 : index));
    }
    setDragged(null);
    setOver(null);
  };
  const target = (key: string, section: Section, index: number) => ({
    onDragOver: (event: DragEvent) => {
      if (!dragged) return;
      event.preventDefault();
      setOver(key);
    },
    onDrop: (event: DragEvent) => drop(event, section, index),
  });

  let number = 1;
  return (
    <nav ref={nav} aria-label={t("outline")}>
      {sections.map((section, place) => (
        <div key={section.id} className={clsx(place > 0 && "mt-3")}>
          {divided && (
            <button
              type="button"
              data-outline-row={section.id}
              aria-current={open?.kind === "section" && open.section.id === section.id ? "true" : undefined}
              onClick={() => onOpenSection(section.id)}
              onKeyDown={(event) => onKey(event, null)}
              {...target(section.id, section, 0)}
              className={clsx(
                "flex min-h-9 w-full items-center gap-2 rounded-control px-2 text-start font-medium text-sm hover:bg-subtle aria-current:bg-primary/10",
                over === section.id && dragged && "outline-2 outline-primary",
              )}
            >
              <span dir="auto" className="min-w-0 flex-1 truncate">
                <span className="sr-only">{t("sectionBefore", { number: place + 1 })} </span>
                {section.title.trim() || t("section", { number: place + 1 })}
              </span>
              <span className="shrink-0 font-normal text-muted text-xs tabular-nums">
                {points(paperSize({ questions: [], sections: [section] }).points)}
              </span>
            </button>
          )}
          <ol
            aria-label={divided ? t("questionsOfSection", { number: place + 1 }) : t("questions")}
            className="space-y-0.5"
          >
            {section.items.map((item, index) => {
              const from = number;
              number += paperSize({ questions: [], sections: [{ ...section, items: [item] }] }).questions;
              const isOpen = open?.kind === "item" && open.item.id === item.id;
              const wrong = Object.keys(errorsOf(item)).length > 0;
              return (
                <li
                  key={item.id}
                  draggable
                  onDragStart={(event) => {
                    event.dataTransfer.effectAllowed = "move";
                    event.dataTransfer.setData("text/plain", item.id);
                    setDragged(item.id);
                  }}
                  onDragEnd={() => {
                    setDragged(null);
                    setOver(null);
                  }}
                  {...target(item.id, section, index)}
                  className={clsx(
                    "group flex items-center rounded-control",
                    dragged === item.id && "opacity-50",
                    over === item.id && dragged && dragged !== item.id && "outline-2 outline-primary",
                  )}
                >
                  <button
                    type="button"
                    data-outline-row={item.id}
                    aria-current={isOpen ? "true" : undefined}
                    title={t("dragHint")}
                    onClick={() => onOpenItem(item.id)}
                    onKeyDown={(event) => onKey(event, item.id)}
                    className="flex min-h-10 w-full min-w-0 items-center gap-2 rounded-control px-2 py-1 text-start text-sm hover:bg-subtle aria-current:bg-primary/10 sm:min-h-9"
                  >
                    <GripVertical aria-hidden="true" className="size-3.5 shrink-0 cursor-grab text-muted" />
                    <span className="w-5 shrink-0 text-end text-muted text-xs tabular-nums">{from}</span>
                    <span className="min-w-0 flex-1">
                      <span
                        dir="auto"
                        title={itemLine(item)}
                        // Questions, and pools even more, begin alike.
                        className={clsx("line-clamp-2", wrong && "text-error")}
                      >
                        {itemLine(item)}
                      </span>
                      <span className="flex items-center gap-1 text-muted text-xs">
                        {item.kind === "pool" && <Shuffle aria-hidden="true" className="size-3" />}
                        {item.kind === "pinned" && <Library aria-hidden="true" className="size-3" />}
                        {nameOf(item)}
                        {item.kind !== "pool" && `, ${points(item.question.points)}`}
                        {wrong && t("hasError")}
                      </span>
                    </span>
                  </button>
                </li>
              );
            })}
          </ol>
        </div>
      ))}
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </nav>
  );
}
