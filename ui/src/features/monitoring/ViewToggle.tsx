import { clsx } from "clsx";
import { LayoutGrid, List } from "lucide-react";
import { t } from "./texts";

export type View = "list" | "wall";

const VIEWS: { view: View; label: "list" | "wall"; Icon: typeof List }[] = [
  { view: "list", label: "list", Icon: List },
  { view: "wall", label: "wall", Icon: LayoutGrid },
];

export function ViewToggle({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  return (
    <fieldset aria-label={t("view")} className="me-1 flex rounded-control bg-subtle p-0.5">
      {VIEWS.map(({ view: one, label, Icon }) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === view}
          onClick={() => onChange(one)}
          className={clsx(
            "flex min-h-9 items-center gap-1.5 rounded-md px-3 font-medium text-sm transition-colors sm:min-h-7",
            one === view ? "bg-raised text-ink shadow-xs" : "text-ink-2 hover:text-ink",
          )}
        >
          <Icon aria-hidden="true" className="size-4" />
          <span className="max-sm:sr-only">{t(label)}</span>
        </button>
      ))}
    </fieldset>
  );
}
