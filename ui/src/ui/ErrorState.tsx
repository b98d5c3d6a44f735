import { RotateCw, TriangleAlert } from "lucide-react";
import { Button } from "./Button";
import { t } from "./texts";

export interface ErrorStateProps {
  /** The failed operation. */
  title: string;
  /** The reason: the server's `detail`, or a local text. */
  detail?: string;
  onRetry?: () => void;
  busy?: boolean;
}

export function ErrorState({ title, detail, onRetry, busy }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-12 text-center">
      <span aria-hidden="true" className="toned tone-red mb-4 grid size-12 place-items-center rounded-full">
        <TriangleAlert className="size-6" />
      </span>
      <p className="font-medium text-ink text-sm">{title}</p>
      {detail && <p className="mt-1 max-w-md text-muted text-sm">{detail}</p>}
      {onRetry && (
        <Button variant="secondary" className="mt-5" busy={busy} icon={RotateCw} onClick={onRetry}>
          {t("tryAgain")}
        </Button>
      )}
    </div>
  );
}
