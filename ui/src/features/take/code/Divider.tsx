import type { RefObject } from "react";
import { t } from "../answer/texts";

/** Share of the editor's pane, in percent. */
export const SHARE = { least: 30, most: 75, start: 60, step: 5 };

interface DividerProps {
  desk: RefObject<HTMLElement | null>;
  share: number;
  onShare(share: number): void;
}

/** Between the panes: dragged, or moved with the arrow keys (WAI-ARIA, window splitter). */
export function Divider({ desk, share, onShare }: DividerProps) {
  const move = (to: number) => onShare(Math.round(Math.min(SHARE.most, Math.max(SHARE.least, to))));
  const drag = (event: React.PointerEvent) => {
    const area = desk.current?.getBoundingClientRect();
    if (!area || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const from =
      getComputedStyle(event.currentTarget).direction === "rtl"
        ? area.right - event.clientX
        : event.clientX - area.left;
    move((from / area.width) * 100);
  };
  const steps: Record<string, number> = {
    ArrowLeft: share - SHARE.step,
    ArrowRight: share + SHARE.step,
    Home: SHARE.least,
    End: SHARE.most,
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule is not focusable
    <div
      role="separator"
      tabIndex={0}
      aria-label={t("widthEditor")}
      aria-orientation="vertical"
      aria-valuenow={share}
      aria-valuemin={SHARE.least}
      aria-valuemax={SHARE.most}
      className="hidden w-3 cursor-col-resize touch-none justify-center rounded-control hover:bg-subtle focus-visible:bg-subtle lg:flex"
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={(event) => {
        const to = steps[event.key];
        if (to === undefined) return;
        event.preventDefault();
        move(to);
      }}
    >
      <span aria-hidden="true" className="h-full w-px bg-line-strong" />
    </div>
  );
}
