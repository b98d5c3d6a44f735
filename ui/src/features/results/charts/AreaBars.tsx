import { earnedWords, wholePercent } from "@/lib/score";
import type { Area } from "../brief/brief";
import { t } from "../statistics/texts";

const percent = (share: number) => `${Math.round(Math.max(0, Math.min(1, share)) * 100)}%`;

/** Points by section, tag or kind of question, with a mark at what all candidates earned on average. */
export function AreaBars({ areas }: { areas: Area[] }) {
  return (
    <ul className="grid grid-cols-[fit-content(10rem)_minmax(4rem,1fr)_auto] gap-x-3 gap-y-2 text-sm">
      {areas.map(({ name, earned, points: possible, field }) => (
        <li key={name} className="col-span-3 grid grid-cols-subgrid items-center">
          <span dir="auto" title={name} className="truncate">
            {name}
          </span>
          <span aria-hidden="true" className="relative block h-2.5 rounded-full bg-subtle">
            <span
              className="block h-full rounded-full bg-primary print:[print-color-adjust:exact]"
              style={{ width: percent(possible > 0 ? earned / possible : 0) }}
            />
            {field !== null && (
              <span
                className="absolute -inset-y-0.5 w-0.5 bg-ink"
                style={{ insetInlineStart: `calc(${percent(field)} - 1px)` }}
              />
            )}
          </span>
          <span className="whitespace-nowrap text-end text-xs tabular-nums">
            {earnedWords(earned, possible)}
            {field !== null && (
              <span className="block text-muted">{t("allShare", { share: wholePercent(field * 100) })}</span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
