import { type RefObject, useEffect, useEffectEvent } from "react";
import type { Rubric } from "@/api/types";
import { inField } from "@/lib/in-field";
import type { CommentHandle } from "./CommentField";
import { type KeyAction, keyAction } from "./keys";
import { hasItems, itemOfKey, toggled } from "./rubric/rules";
import type { Marking } from "./useMarking";

interface Wiring {
  rubric: Rubric | undefined;
  marking: Marking;
  /** The question's points. */
  full: number;
  /** The answer takes no score any more. */
  isClosed: boolean;
  /** A dialog is open: shortcuts are disabled. */
  paused: boolean;
  comment: RefObject<CommentHandle | null>;
  points: RefObject<HTMLInputElement | null>;
  onMove: (by: number) => void;
  onNames: () => void;
  onHelp: () => void;
}

const SCORING = new Set<KeyAction>(["full", "half", "none", "partial", "save", "comment", "snippets"]);

/** Keys of an open menu or dialog are its own. */
const inPopup = (target: EventTarget | null) =>
  target instanceof Element && target.closest("[role=menu], [role=dialog]") !== null;

/** Every action on the answer by one key. */
export function useReviewKeys(wiring: Wiring): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { rubric, marking, full, paused, comment, points, onMove, onNames, onHelp } = wiring;
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (paused || inPopup(target)) return;
    const field = inField(target);
    if (key === "Escape" && field && target instanceof HTMLElement) return target.blur();
    const byItems = hasItems(rubric);
    const isPlain = !field && !ctrlKey && !metaKey && !altKey;
    const item = byItems && isPlain && !wiring.isClosed ? itemOfKey(rubric, key) : null;
    const action = keyAction({ key, ctrlKey, metaKey, altKey, inField: field }, byItems);
    if ((!action && !item) || (wiring.isClosed && action && SCORING.has(action))) return;
    event.preventDefault();
    // A key held too long must not score the next answer as well.
    if (event.repeat && action !== "next" && action !== "previous") return;
    // Pressed while the score is saved: it would change an answer that is about to leave the screen.
    if (item && marking.busy) return;
    if (rubric && item) marking.setChosen(toggled(rubric, marking.chosen, item));
    else if (action === "full") marking.give("correct");
    else if (action === "half") marking.give("partial", String(full / 2));
    else if (action === "none") marking.give("wrong");
    else if (action === "save") marking.save();
    else if (action === "partial") {
      points.current?.focus();
      points.current?.select();
    } else if (action === "comment") comment.current?.focus();
    else if (action === "snippets") comment.current?.openSnippets();
    else if (action === "next") onMove(1);
    else if (action === "previous") onMove(-1);
    else if (action === "names") onNames();
    else onHelp();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}
