import { FilePen } from "lucide-react";
import { formatDateTime } from "@/lib/format";
import { Button } from "@/ui/Button";
import { t } from "./list-texts";

interface Props {
  /** RFC 3339 instant of the last change. */
  at: string;
  onStartOver: () => void;
}

/** The panel shows an edit that an earlier page or session left unsaved. */
export function KeptNotice({ at, onStartOver }: Props) {
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center gap-3 rounded-card border border-primary/40 bg-primary/6 px-4 py-3"
    >
      <FilePen aria-hidden="true" className="size-5 shrink-0 text-primary" />
      <p className="min-w-0 flex-1 text-sm">
        <span className="font-medium">{t("changesBack")}</span>
        <span className="block text-ink-2 text-xs">{t("lastChanged", { date: formatDateTime(at) })}</span>
      </p>
      <Button variant="secondary" size="sm" onClick={onStartOver}>
        {t("startOver")}
      </Button>
    </div>
  );
}
