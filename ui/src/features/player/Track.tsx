import { clsx } from "clsx";
import { memo } from "react";
import { useLanguage } from "@/i18n";
import { clock, formatSeconds } from "@/lib/format";
import type { Band, Mark } from "./bands";
import type { Span } from "./replay";
import { ticks, tickWords } from "./sizes";
import { t } from "./texts";

/** No band has the colour of a warning: the reviewer judges. */
const LOOKS: Partial<Record<Band["kind"], string>> = {
  typing: "min-w-0.5 bg-primary",
  pastes: "min-w-1 bg-ink",
  saves: "min-w-0.5 bg-line-strong",
  runs: "min-w-1 bg-success",
  away: "min-w-1 bg-secondary",
  signals: "min-w-1 bg-secondary",
  camera: "min-w-0.5 bg-success",
};

interface Props {
  bands: Band[];
  span: Span;
  at: number;
  /** The moment that the present one is compared with. */
  pinned: number | undefined;
  /** Sizes of the answer, from the start to the end. */
  sizes: number[];
  onSeek(at: number): void;
}

const percent = (ms: number, { length }: Span) => `${(ms / Math.max(1, length)) * 100}%`;

/** The attempt in the direction of reading: what happened in bands, and the moment that is shown. */
export function Track({ bands, span, at, pinned, sizes, onSeek }: Props) {
  const line = "pointer-events-none absolute inset-y-0 w-0.5 -translate-x-1/2 rtl:translate-x-1/2";
  return (
    <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-3 text-xs sm:grid-cols-[8rem_minmax(0,1fr)]">
      <Names bands={bands} />
      <div className="relative">
        <Curve sizes={sizes} />
        <Bands bands={bands} span={span} />
        {pinned !== undefined && (
          <span
            aria-hidden="true"
            className={`${line} border-ink border-s border-dashed`}
            style={{ insetInlineStart: percent(pinned, span) }}
          />
        )}
        <span
          aria-hidden="true"
          className={`${line} bg-ink`}
          style={{ insetInlineStart: percent(at, span) }}
        />
      </div>
      <span />
      <Axis span={span} />
      <span className="self-center text-muted tabular-nums">{clock(at / 1000)}</span>
      {/* As wide as the bands: the thumb's middle stays inside. */}
      <input
        type="range"
        aria-label={t("moment")}
        aria-valuetext={t("momentAfter", {
          time: formatSeconds(span.start + at),
          clock: clock(at / 1000),
        })}
        min={0}
        max={span.length}
        step={50}
        value={at}
        onChange={(event) => onSeek(Number(event.target.value))}
        className="min-h-8 w-full min-w-0 accent-primary"
      />
    </div>
  );
}

const CURVE = { width: 240, height: 40 };

/** How the answer grew: what was typed rises, what was pasted jumps. */
const Curve = memo(function Curve({ sizes }: { sizes: number[] }) {
  const most = Math.max(1, ...sizes);
  const last = Math.max(1, sizes.length - 1);
  const places = sizes.map(
    (size, at) => `${(at / last) * CURVE.width},${(CURVE.height - 1) * (1 - size / most) + 1}`,
  );
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${CURVE.width} ${CURVE.height}`}
      preserveAspectRatio="none"
      className="block h-10 w-full border-line border-b rtl:-scale-x-100"
    >
      <polygon
        points={`0,${CURVE.height} ${places.join(" ")} ${CURVE.width},${CURVE.height}`}
        className="fill-primary/15"
      />
      <polyline
        points={places.join(" ")}
        vectorEffect="non-scaling-stroke"
        className="fill-none stroke-primary"
      />
    </svg>
  );
});

/** Minutes since the start. */
const Axis = memo(function Axis({ span }: { span: Span }) {
  useLanguage();
  return (
    <div aria-hidden="true" className="@container relative h-5 overflow-x-clip text-muted tabular-nums">
      {ticks(span.length).map((ms, n) => (
        <span
          key={ms}
          className="absolute top-0 border-line-strong border-s ps-1"
          style={{ insetInlineStart: percent(ms, span) }}
        >
          {ms <= span.length * 0.9 && (
            // In a narrow track the words of every second mark have room, and none near the end.
            <span
              className={clsx(
                "whitespace-nowrap",
                (n % 2 === 1 || ms > span.length * 0.8) && "@max-md:hidden",
              )}
            >
              {tickWords(ms)}
            </span>
          )}
        </span>
      ))}
    </div>
  );
});

const Names = memo(function Names({ bands }: { bands: Band[] }) {
  useLanguage();
  return (
    <ul aria-label={t("bands")}>
      <li className="flex h-10 items-center">{t("size")}</li>
      {bands.map(({ name, marks }) => (
        <li key={name} className="flex h-6 items-center justify-between gap-2">
          <span className="truncate">{name}</span>
          <span className="text-muted tabular-nums">
            <span className="sr-only">: </span>
            {marks.length}
          </span>
        </li>
      ))}
    </ul>
  );
});

const Bands = memo(function Bands({ bands, span }: { bands: Band[]; span: Span }) {
  useLanguage();
  return (
    <div aria-hidden="true" className="overflow-hidden">
      {bands.map(({ kind, marks }) => (
        <div key={kind} className="relative h-6 border-line border-b">
          {marks.map((mark, index) => (
            <Stripe
              // biome-ignore lint/suspicious/noArrayIndexKey: the marks of one result never change
              key={index}
              mark={mark}
              span={span}
              className={LOOKS[kind] ?? "min-w-1 bg-ink-2"}
            />
          ))}
        </div>
      ))}
    </div>
  );
});

function Stripe({ mark, span, className }: { mark: Mark; span: Span; className: string }) {
  const { from, to, words } = mark;
  return (
    <span
      title={t("wordsAt", { words, time: formatSeconds(span.start + from) })}
      className={clsx("absolute inset-y-1.5 rounded-xs", className)}
      // What happened at the very end, such as the last save, stays inside the track.
      style={{
        insetInlineStart: `min(${percent(from, span)}, 100% - 0.25rem)`,
        width: percent(to - from, span),
      }}
    />
  );
}
