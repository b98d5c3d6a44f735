import { clsx } from "clsx";
import { ArrowDown, ArrowUp, GripVertical } from "lucide-react";
import { type DragEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { IconButton } from "@/ui/Button";
import { reordered } from "./order";
import { t } from "./texts";

interface Props<Item> {
  questions: Item[];
  /** Name of the list, for screen readers. */
  label?: string;
  /** Name of an item, for screen readers. */
  nameOf?: (index: number) => string;
  onChange: (questions: Item[]) => void;
  children: (question: Item, index: number) => ReactNode;
}

type Way = "up" | "down";

const questionName = (index: number) => t("questionNamed", { number: index + 1 });

/** Questions that are reordered by dragging, by buttons, or by Alt and an arrow key. */
export function SortableQuestions<Item extends { id: string }>(props: Props<Item>) {
  const { questions, label = t("questions"), nameOf = questionName, onChange, children } = props;
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const [said, setSaid] = useState("");
  /** The control to focus once the question is at its new place: browsers lose the focus of a moved element. */
  const [refocus, setRefocus] = useState<{ id: string; way: Way } | null>(null);

  useEffect(() => {
    if (!refocus) return;
    const control = `[data-question="${CSS.escape(refocus.id)}"] [data-way="${refocus.way}"]`;
    list.current?.querySelector<HTMLElement>(control)?.focus();
    setRefocus(null);
  }, [refocus]);

  const move = (from: number, to: number) => {
    const next = reordered(questions, from, to);
    if (next === questions) return;
    onChange(next);
    const [was, is] = [nameOf(from), nameOf(to)];
    setSaid(
      t("nowIs", { was: `${was.charAt(0).toUpperCase()}${was.slice(1)}`, now: is, total: questions.length }),
    );
  };
  const step = (index: number, way: Way) => {
    const id = questions[index]?.id;
    move(index, way === "up" ? index - 1 : index + 1);
    if (id) setRefocus({ id, way });
  };
  const onKey = (event: KeyboardEvent, index: number) => {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    step(index, event.key === "ArrowUp" ? "up" : "down");
  };
  const begin = (event: DragEvent, index: number) => {
    const item = event.currentTarget.closest("li");
    if (item) event.dataTransfer.setDragImage(item, 20, 20);
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", questions[index]?.id ?? "");
    setDragged(index);
  };
  const end = () => {
    setDragged(null);
    setOver(null);
  };
  const drop = (event: DragEvent, index: number) => {
    event.preventDefault();
    if (dragged !== null) move(dragged, index);
    end();
  };

  const arrow = (index: number, way: Way) => (
    <IconButton
      label={t(way === "up" ? "moveUp" : "moveDown", { name: nameOf(index) })}
      data-way={way}
      className="aria-disabled:opacity-40"
      aria-disabled={(way === "up" ? index === 0 : index === questions.length - 1) || undefined}
      onClick={() => step(index, way)}
    >
      {way === "up" ? (
        <ArrowUp aria-hidden="true" className="size-4" />
      ) : (
        <ArrowDown aria-hidden="true" className="size-4" />
      )}
    </IconButton>
  );

  return (
    <>
      <ol ref={list} className="space-y-3" aria-label={label}>
        {questions.map((question, index) => (
          <li
            key={question.id}
            data-question={question.id}
            onKeyDown={(event) => onKey(event, index)}
            onDragOver={(event) => {
              if (dragged === null) return;
              event.preventDefault();
              setOver(index);
            }}
            onDrop={(event) => drop(event, index)}
            className={clsx(
              "flex items-start gap-1",
              dragged === index && "opacity-50",
              over === index &&
                dragged !== null &&
                dragged !== index &&
                "rounded-card outline-2 outline-primary",
            )}
          >
            {questions.length > 1 && (
              <div className="flex shrink-0 flex-col items-center pt-2">
                <span
                  draggable
                  aria-hidden="true"
                  title={t("dragHint")}
                  onDragStart={(event) => begin(event, index)}
                  onDragEnd={end}
                  className="grid size-9 cursor-grab place-items-center text-muted active:cursor-grabbing"
                >
                  <GripVertical className="size-4" />
                </span>
                {arrow(index, "up")}
                {arrow(index, "down")}
              </div>
            )}
            <div className="min-w-0 flex-1">{children(question, index)}</div>
          </li>
        ))}
      </ol>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </>
  );
}
