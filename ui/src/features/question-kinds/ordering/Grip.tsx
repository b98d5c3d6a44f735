import { GripVertical } from "lucide-react";
import type { PointerEvent } from "react";
import { t } from "../texts";

interface GripProps {
  /** The place under the pointer, from 0, while the item is dragged; undefined once it is not. */
  onOver(place: number | undefined): void;
  onDrop(place: number): void;
}

/** The place of the list item at the pointer's height; the last one below the list. */
function placeAt(event: PointerEvent<HTMLElement>): number {
  const items = [...(event.currentTarget.closest("ol")?.children ?? [])];
  const place = items.findIndex((item) => event.clientY < item.getBoundingClientRect().bottom);
  return place === -1 ? items.length - 1 : place;
}

/** Handle of a list item, for mouse, pen and finger. The buttons beside it do the same for the keyboard. */
export function Grip({ onOver, onDrop }: GripProps) {
  const drags = (event: PointerEvent<HTMLElement>) => event.currentTarget.hasPointerCapture(event.pointerId);
  return (
    <span
      aria-hidden="true"
      title={t("dragToReorder")}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => drags(event) && onOver(placeAt(event))}
      onPointerUp={(event) => drags(event) && onDrop(placeAt(event))}
      onLostPointerCapture={() => onOver(undefined)}
      className="grid h-10 w-7 shrink-0 sm:w-10 cursor-grab touch-none place-items-center text-muted active:cursor-grabbing"
    >
      <GripVertical className="size-4" />
    </span>
  );
}
