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
    <div className="ms-auto flex items-center justify-between gap-1 max-sm:w-full">
      <p aria-live="polite" className="text-muted text-sm tabular-nums">
        {place ? t("placeOf", { number: place.number, total: place.total }) : t("notInList")}
      </p>
      <div className="flex">
        <IconButton
          label={t("previous")}
          className="sm:size-8"
          disabled={!place || place.number <= 1}
          onClick={() => onMove(-1)}
        >
          <ChevronUp aria-hidden="true" className="size-4" />
        </IconButton>
        <IconButton
          label={t("next")}
          className="sm:size-8"
          disabled={place !== null && place.number >= place.total}
          onClick={() => onMove(1)}
        >
          <ChevronDown aria-hidden="true" className="size-4" />
        </IconButton>
      </div>
    </div>
  );
}
