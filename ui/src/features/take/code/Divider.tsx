import { clsx } from "clsx";

/** Bounds of a share, in percent. */
interface Bounds {
  least: number;
  most: number;
}
const STEP = 5;

interface DividerProps {
  label: string;
  /** `vertical`: between panes that stand beside each other. */
  orientation: "vertical" | "horizontal";
  /** The panes that it divides. */
  area(): Element | null | undefined;
  /** Share of the first pane. */
  share: number;
  bounds: Bounds;
  onShare(share: number): void;
}

/** Between two panes: dragged, or moved with the arrow keys (WAI-ARIA, window splitter). */
export function Divider({ label, orientation, area, share, bounds, onShare }: DividerProps) {
  const upright = orientation === "vertical";
  const { least, most } = bounds;
  const move = (to: number) => onShare(Math.round(Math.min(most, Math.max(least, to))));
  const isRtl = (element: Element) => getComputedStyle(element).direction === "rtl";
  const drag = (event: React.PointerEvent) => {
    const found = area()?.getBoundingClientRect();
    if (!found || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    if (!upright) return move(((event.clientY - found.top) / found.height) * 100);
    const from = isRtl(event.currentTarget) ? found.right - event.clientX : event.clientX - found.left;
    move((from / found.width) * 100);
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const [back, on] = upright ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
    const way = upright && isRtl(event.currentTarget) ? -STEP : STEP;
    const steps: Record<string, number> = {
      [back]: share - way,
      [on]: share + way,
      Home: least,
      End: most,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(to);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule is not focusable
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={share}
      aria-valuemin={least}
      aria-valuemax={most}
      className={clsx(
        "desk-divider touch-none rounded-control hover:bg-subtle focus-visible:bg-subtle",
        upright ? "cursor-col-resize" : "cursor-row-resize",
      )}
      data-orientation={orientation}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={onKeyDown}
    >
      <span
        aria-hidden="true"
        className={clsx("m-auto bg-line-strong", upright ? "h-full w-px" : "h-px w-full")}
      />
    </div>
  );
}
