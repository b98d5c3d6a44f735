import { clsx } from "clsx";
import { ArrowDown, ArrowUp, Check } from "lucide-react";
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { type Choice, choicesOf } from "@/api/questions";
import { languageTag } from "@/i18n";
import { printIds, readIds } from "@/lib/answer";
import { Button } from "@/ui/Button";
import { firstLine, lineOf } from "@/ui/rich-text/plain";
import { PaperText } from "../answer/PaperText";
import type { KindProps } from "../answer/props";
import { Unreadable } from "../answer/Unreadable";
import { t } from "../texts";
import { Grip } from "./Grip";
import { movedBy, shownOrder } from "./order";

/** Items in an order, moved by buttons or arrow keys. The order shown counts only once it is moved or confirmed. */
export function OrderingAnswer({ question, answer, onChoose }: KindProps) {
  const options = choicesOf(question);
  const all = options.map(({ id }) => id);
  const answered = readIds(answer, all);
  const order = shownOrder(answered ?? [], all);
  const isConfirmed = answered?.length === all.length;
  const [spoken, setSpoken] = useState("");
  /** Where a dragged item would be dropped. */
  const [over, setOver] = useState<number>();
  const focused = useRef<HTMLElement>(null);

  // Moving an element in the document takes its focus away.
  useLayoutEffect(() => {
    focused.current?.focus();
    focused.current = null;
  });

  const move = (option: Choice, by: number, button: HTMLElement | null) => {
    const next = movedBy(order, option.id, by);
    const place = next.indexOf(option.id) + 1;
    setSpoken(t("positionOf", { item: lineOf(option.content, option.text), place, total: next.length }));
    focused.current = button;
    onChoose(printIds(next));
  };

  return (
    <div>
      {!answered && <Unreadable answer={answer} />}
      <p className="mb-2 text-muted text-xs">{t("putInOrder")}</p>
      <ol
        aria-label={firstLine(question.content, question.question)}
        lang={question.lang}
        className="flex flex-col gap-2"
      >
        {order.map((id, index) => {
          const option = options.find((o) => o.id === id);
          return (
            option && (
              <Item
                key={id}
                option={option}
                place={index + 1}
                count={order.length}
                isTarget={over === index}
                onOver={setOver}
                onMove={move}
              />
            )
          );
        })}
      </ol>
      <p role="status" className="sr-only">
        {spoken}
      </p>
      {!isConfirmed && (
        <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button variant="secondary" size="sm" icon={Check} onClick={() => onChoose(printIds(order))}>
            {t("confirmOrder")}
          </Button>
          <p className="text-muted text-xs">{t("notAnsweredYet")}</p>
        </div>
      )}
    </div>
  );
}

interface ItemProps {
  option: Choice;
  place: number;
  count: number;
  isTarget: boolean;
  onOver(place: number | undefined): void;
  onMove(option: Choice, by: number, button: HTMLElement | null): void;
}

const KEYS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };

function Item({ option, place, count, isTarget, onOver, onMove }: ItemProps) {
  const text = lineOf(option.content, option.text);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const by = KEYS[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onMove(option, by, event.currentTarget);
  };
  const button = (label: string, by: number, Icon: typeof ArrowUp) => (
    <button
      type="button"
      aria-label={label}
      lang={languageTag()}
      // Stays focusable at an end: the focus must not get lost there.
      aria-disabled={place + by < 1 || place + by > count}
      onClick={(event) => onMove(option, by, event.currentTarget)}
      onKeyDown={onKeyDown}
      className="grid size-10 shrink-0 place-items-center rounded-control border border-line-strong/70 text-ink-2 hover:bg-subtle hover:text-ink aria-disabled:opacity-50"
    >
      <Icon aria-hidden="true" className="size-4" />
    </button>
  );
  return (
    <li
      className={clsx(
        "flex items-center gap-1 rounded-control sm:gap-1.5 border border-line-strong/70 bg-surface py-1.5 pe-1.5",
        isTarget && "outline-2 outline-primary",
      )}
    >
      <Grip
        onOver={onOver}
        onDrop={(to) => {
          onOver(undefined);
          if (to !== place - 1) onMove(option, to - (place - 1), null);
        }}
      />
      <span aria-hidden="true" className="shrink-0 text-muted text-xs tabular-nums sm:w-5">
        {place}.
      </span>
      <span className="min-w-0 flex-1 text-sm">
        <PaperText inline content={option.content} source={option.text} />
      </span>
      {button(t("moveUp", { item: text }), -1, ArrowUp)}
      {button(t("moveDown", { item: text }), 1, ArrowDown)}
    </li>
  );
}
