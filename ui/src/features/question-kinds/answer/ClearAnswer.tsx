import { Button } from "@/ui/Button";
import { t } from "../first-texts";

/** Keeps its space while it is hidden, so that nothing moves. */
export function ClearAnswer({ shown, onClear }: { shown: boolean; onClear(): void }) {
  return (
    <Button
      variant="ghost"
      size="sm"
      className={shown ? "mt-2 -ms-3" : "invisible mt-2 -ms-3"}
      onClick={onClear}
    >
      {t("clearAnswer")}
    </Button>
  );
}
