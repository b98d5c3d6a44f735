import { clsx } from "clsx";
import type { PersonState, SessionPeople } from "@/api/types";
import { STATES, stateLabel } from "./states";
import { t } from "./texts";

interface Props {
  counts: SessionPeople["counts"];
  chosen: string | null;
  onChoose: (state: PersonState | null) => void;
}

/** Numbers by state; each is a filter. */
export function Counts({ counts, chosen, onChoose }: Props) {
  return (
    <fieldset className="grid grid-cols-4 gap-2 lg:grid-cols-8 print:hidden">
      <legend className="sr-only">{t("filterByState")}</legend>
      {STATES.map((state) => (
        <button
          key={state}
          type="button"
          aria-pressed={chosen === state}
          onClick={() => onChoose(chosen === state ? null : state)}
          className={clsx(
            "min-w-0 rounded-control border border-line bg-surface px-2 py-2 text-center hover:bg-subtle aria-pressed:border-primary aria-pressed:bg-subtle",
            // On a phone, people come before numbers that say nothing.
            counts[state] === 0 && chosen !== state && "max-sm:hidden",
          )}
        >
          <span
            className={clsx(
              "block font-semibold text-lg tabular-nums",
              counts[state] === 0 ? "text-muted" : state === "in_trouble" && "text-error",
            )}
          >
            {counts[state]}
          </span>
          <span className="block truncate text-muted text-xs">{stateLabel(state)}</span>
        </button>
      ))}
    </fieldset>
  );
}
