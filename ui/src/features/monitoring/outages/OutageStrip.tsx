import { clsx } from "clsx";
import { PlugZap } from "lucide-react";
import { useState } from "react";
import { Button } from "@/ui/Button";
import { t } from "../texts";
import { canBeReopened, needsReview, outageWords, whenWords } from "./labels";
import { ReviewDialog } from "./ReviewDialog";
import { useOutages } from "./useOutages";
import type { Outage } from "./wire";

/** Proposals that the list shows; the rest follows as these are settled. The wall shows one, as its room is for pictures. */
const SHOWN = 2;

/** On a phone the start of the words in one line; the dialog has all of them. */
function Line({ outage, more, onReview }: { outage: Outage; more: number; onReview(): void }) {
  const words = outageWords(outage);
  return (
    <li className="flex items-center justify-between gap-x-4 max-sm:gap-x-2 max-sm:[&:not(:first-child)]:hidden">
      <p className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3 gap-y-0.5 tabular-nums">
        <span dir="auto" title={words} className="font-medium max-sm:w-full max-sm:truncate">
          {words}
        </span>
        <span className="text-xs max-sm:hidden">
          {whenWords(outage)}
          {more > 0 && ` · ${t("moreAfter", { count: more })}`}
        </span>
      </p>
      <Button variant="secondary" size="sm" onClick={onReview}>
        {t("review")}
      </Button>
    </li>
  );
}

/** Lost time that waits for a proctor's decision (docs/behaviour/taking.md#lost-time), as wide as the page's content. */
export function OutageStrip({ wide = false }: { wide?: boolean }) {
  const outages = useOutages().data ?? [];
  const [reviewed, setReviewed] = useState<string | null>(null);
  // The wall belongs to the tests that run.
  const waiting = outages.filter((one) => needsReview(one) || (!wide && canBeReopened(one)));
  const shown = waiting.slice(0, wide ? 1 : SHOWN);
  const open = outages.find(({ id }) => id === reviewed);
  return (
    <>
      <section aria-label={t("lostTime")} aria-live="polite" className="empty:hidden">
        {waiting.length > 0 && (
          <div className="toned tone-amber">
            <div
              className={clsx(
                "mx-auto flex gap-3 px-4 py-2.5 text-sm max-sm:gap-2 max-sm:py-1 sm:px-6",
                !wide && "max-w-desk",
              )}
            >
              <PlugZap aria-hidden="true" className="mt-2 size-4 shrink-0 max-sm:mt-3" />
              <ul className="min-w-0 flex-1 space-y-2">
                {shown.map((outage, place) => (
                  <Line
                    key={outage.id}
                    outage={outage}
                    more={place === shown.length - 1 ? waiting.length - shown.length : 0}
                    onReview={() => setReviewed(outage.id)}
                  />
                ))}
              </ul>
            </div>
          </div>
        )}
      </section>
      {open && <ReviewDialog key={open.id} outage={open} onClose={() => setReviewed(null)} />}
    </>
  );
}
