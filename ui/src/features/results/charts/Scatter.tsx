import { useId } from "react";
import { ChartTable } from "@/ui/ChartTable";
import { t } from "../statistics/texts";

export interface Dot {
  id: string;
  /** Number of the question. */
  number: number;
  name: string;
  x: number;
  y: number;
  /** Worth a look. */
  marked?: boolean;
}

export interface Axis {
  label: string;
  from: number;
  to: number;
  ticks: number[];
  words: (value: number) => string;
}

interface Props {
  label: string;
  /** What the picture shows, in one sentence. */
  hint: string;
  x: Axis;
  y: Axis;
  dots: Dot[];
}

const WIDTH = 400;
const HEIGHT = 230;
const RADIUS = 8;
const EDGE = { left: 52, right: 24, top: 12, bottom: 38 };

const TRIES = 24;

interface Place {
  cx: number;
  cy: number;
}

const scale =
  ({ from, to }: Axis, low: number, high: number) =>
  (value: number) =>
    low + ((Math.min(Math.max(value, from), to) - from) / Math.max(1e-9, to - from)) * (high - low);

/** Questions by two figures, as numbered dots; those that lie on each other are moved apart a little. */
export function Scatter({ label, hint, x, y, dots }: Props) {
  const id = useId();
  const across = scale(x, EDGE.left, WIDTH - EDGE.right);
  const up = scale(y, HEIGHT - EDGE.bottom, EDGE.top);
  const taken: Place[] = [];
  const placed = dots.map((dot) => {
    const [cx, cy] = [across(dot.x), up(dot.y)];
    const inside = (place: Place) => ({
      cx: Math.min(Math.max(place.cx, EDGE.left + RADIUS), WIDTH - RADIUS),
      cy: Math.min(Math.max(place.cy, RADIUS), HEIGHT - EDGE.bottom),
    });
    // Around the place, in a spiral, until there is room.
    const places = Array.from({ length: TRIES }, (_, n) =>
      inside({ cx: cx + n * 1.5 * Math.cos(n * 2.4), cy: cy + n * 1.5 * Math.sin(n * 2.4) }),
    );
    const place = places.find((one) => !taken.some((other) => near(one, other))) ?? inside({ cx, cy });
    taken.push(place);
    return { ...dot, ...place };
  });
  return (
    <figure className="@container min-w-0 max-w-xl" aria-labelledby={id}>
      <figcaption id={id} className="mb-1">
        <span className="block font-semibold text-sm">{label}</span>
        <span className="block text-muted text-xs">{hint}</span>
      </figcaption>
      {/* Left to right in every language, as its numbers are. */}
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        // It grows with its frame, and its words would, too.
        className="block w-full @md:text-[8px] text-[11px] [direction:ltr]"
      >
        {y.ticks.map((tick) => (
          <g key={tick}>
            <line
              x1={EDGE.left}
              x2={WIDTH - EDGE.right}
              y1={up(tick)}
              y2={up(tick)}
              className={tick === 0 ? "stroke-line-strong" : "stroke-line"}
            />
            <text x={EDGE.left - 6} y={up(tick) + 3} textAnchor="end" className="fill-muted tabular-nums">
              {y.words(tick)}
            </text>
          </g>
        ))}
        {x.ticks.map((tick) => (
          <text
            key={tick}
            x={across(tick)}
            y={HEIGHT - EDGE.bottom + 15}
            textAnchor="middle"
            className="fill-muted tabular-nums"
          >
            {x.words(tick)}
          </text>
        ))}
        <text
          x={(EDGE.left + WIDTH - EDGE.right) / 2}
          y={HEIGHT - 6}
          textAnchor="middle"
          className="fill-ink-2"
        >
          {x.label}
        </text>
        <text
          transform={`translate(11 ${(EDGE.top + HEIGHT - EDGE.bottom) / 2}) rotate(-90)`}
          textAnchor="middle"
          className="fill-ink-2"
        >
          {y.label}
        </text>
        {placed.map(({ id: key, number, name, x: across, y: up, cx, cy, marked }) => (
          <g key={key}>
            <title>{`${number}. ${name}: ${x.words(across)}, ${y.words(up)}`}</title>
            <circle
              {...{ cx, cy }}
              r={RADIUS}
              className={marked ? "fill-warning stroke-surface" : "fill-primary stroke-surface"}
            />
            <text
              x={cx}
              y={cy + 3}
              textAnchor="middle"
              className={marked ? "fill-surface font-semibold" : "fill-on-primary font-semibold"}
            >
              {number}
            </text>
          </g>
        ))}
      </svg>
      <ChartTable
        caption={label}
        head={[t("question"), x.label, y.label]}
        rows={dots.map((dot) => ({
          key: dot.id,
          cells: [`${dot.number}. ${dot.name}`, x.words(dot.x), y.words(dot.y)],
        }))}
      />
    </figure>
  );
}

const near = (a: Place, b: Place) => Math.hypot(a.cx - b.cx, a.cy - b.cy) < RADIUS * 1.8;

/** At most six whole steps from 0 that reach the largest value. */
export function stepsTo(most: number): number[] {
  const every =
    [1, 2, 5, 10, 15, 20, 25, 30, 50, 60, 100].find((step) => most / step <= 5) ?? Math.ceil(most / 5);
  return Array.from({ length: Math.max(1, Math.ceil(most / every)) + 1 }, (_, n) => n * every);
}
