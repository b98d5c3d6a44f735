import { FilePen, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { paperSize } from "@/features/questions/content/sections";
import { continueDraft, deleteDraft, listDrafts, type NamedDraft } from "@/features/questions/drafts/store";
import { formatDateTime } from "@/lib/format";
import { Button, IconButton } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { toast } from "@/ui/toast";
import { t } from "./list-texts";

/** Drafts of this browser; hidden when empty. */
export function DraftList() {
  const navigate = useNavigate();
  const [drafts, setDrafts] = useState(listDrafts);
  const [doomed, setDoomed] = useState<NamedDraft | null>(null);
  useEffect(() => {
    const reload = () => setDrafts(listDrafts());
    window.addEventListener("storage", reload);
    return () => window.removeEventListener("storage", reload);
  }, []);
  if (drafts.length === 0) return null;

  const open = (key: string) => {
    if (!continueDraft(key)) {
      toast.error(t("draftFailed"));
      return;
    }
    toast.success(t("draftLoaded"));
    navigate("/admin/create-test", { state: { openDraft: key } });
  };

  return (
    <Card title={t("drafts")} description={t("draftsText")} flush>
      <ul className="divide-y divide-line">
        {drafts.map((draft) => (
          <li key={draft.key} className="flex items-center gap-3 px-5 py-3">
            <FilePen aria-hidden="true" className="size-4 shrink-0 text-muted" />
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium text-sm">
                <bdi>{draft.title || t("untitled")}</bdi>
              </p>
              <p className="text-muted text-xs">
                {t("questions", { count: paperSize(draft).questions })}, {formatDateTime(draft.lastModified)}
              </p>
            </div>
            <Button variant="secondary" size="sm" onClick={() => open(draft.key)}>
              {t("continue")}
            </Button>
            <IconButton
              label={t("deleteDraftOf", { title: draft.title || t("untitled") })}
              onClick={() => setDoomed(draft)}
            >
              <Trash2 aria-hidden="true" className="size-4" />
            </IconButton>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={doomed !== null}
        onOpenChange={() => setDoomed(null)}
        title={t("deleteDraftQuestion")}
        description={<bdi>{doomed?.title || t("untitled")}</bdi>}
        confirmLabel={t("deleteDraft")}
        danger
        onConfirm={() => {
          if (doomed) deleteDraft(doomed.key);
          setDoomed(null);
          setDrafts(listDrafts());
          toast.success(t("draftDeleted"));
        }}
      />
    </Card>
  );
}
