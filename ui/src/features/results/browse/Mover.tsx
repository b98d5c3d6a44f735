import { ChevronDown, ChevronUp } from "lucide-react";
import { IconButton } from "@/ui/Button";
import { t } from "../texts";

/** Where the open result stands in the list; null if the list does not show it. */
export interface Place {
  number: number;
  total: number;
}

interface Props {
  place: Place | null;
  onMove: (by: 1 | -1) => void;
}

/** Goes on to the next or the previous result of the list. */
export function Mover({ place, onMove }: Props) {
  return (
    <div className="flex items-center justify-between gap-2 max-sm:w-full">
      <p aria-live="polite" className="text-muted text-sm tabular-nums">
        {place ? t("placeOf", { number: place.number, total: place.total }) : t("notInList")}
      </p>
      <div className="flex">
        <IconButton label={t("previous")} disabled={!place || place.number <= 1} onClick={() => onMove(-1)}>
          <ChevronUp aria-hidden="true" className="size-4" />
        </IconButton>
        <IconButton
          label={t("next")}
          disabled={place !== null && place.number >= place.total}
          onClick={() => onMove(1)}
        >
          <ChevronDown aria-hidden="true" className="size-4" />
        </IconButton>
      </div>
    </div>
  );
}
