import { Button } from "@/ui/Button";
import { t } from "../texts";

interface PositionsProps {
  title: string;
  positions: number[];
  /** False for those whose section is over. */
  canGo?(position: number): boolean;
  onGo(position: number): void;
}

/** Links to questions, by number. */
export function Positions({ title, positions, canGo, onGo }: PositionsProps) {
  if (positions.length === 0) return null;
  return (
    <section>
      <h3 className="mb-2 font-medium text-sm">{title}</h3>
      <ul className="flex flex-wrap gap-2">
        {positions.map((position) => (
          <li key={position}>
            <Button
              variant="secondary"
              size="sm"
              className="min-w-10 tabular-nums"
              aria-label={t("goToNumber", { number: position + 1 })}
              disabled={canGo?.(position) === false}
              onClick={() => onGo(position)}
            >
              {position + 1}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
