import { Button } from "@/ui/Button";
import { t } from "./texts";

interface Props {
  /** People in no proctor's share. */
  count: number;
  /** The list shows them alone. */
  chosen: boolean;
  onChoose: (chosen: boolean) => void;
}

/** Says how many people no proctor looks after: those who came after the shares were given (docs/behaviour/sessions.md#sessions-5). */
export function Unassigned({ count, chosen, onChoose }: Props) {
  return (
    <div className="toned tone-amber flex flex-wrap items-center justify-between gap-3 rounded-control px-4 py-3 print:hidden">
      <p role="status" className="min-w-0 flex-1 basis-64 text-sm">
        {t("inNoShare", { count })}
      </p>
      <Button size="sm" variant="secondary" aria-pressed={chosen} onClick={() => onChoose(!chosen)}>
        {t("onlyThese")}
      </Button>
    </div>
  );
}
