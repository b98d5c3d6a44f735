import {
  Archive,
  ArchiveRestore,
  Copy,
  Download,
  Eye,
  FlaskConical,
  MoreHorizontal,
  Trash2,
} from "lucide-react";
import { useState } from "react";
import type { Test } from "@/api/types";
import { ExportDialog } from "@/features/questions/files/ExportDialog";
import { useExport } from "@/features/questions/files/useExport";
import { useRights } from "@/lib/rights";
import { IconButton } from "@/ui/Button";
import { Menu, type MenuItem } from "@/ui/Menu";
import { DeleteTestDialog } from "./DeleteTestDialog";
import { t } from "./list-texts";
import { PaperDialog } from "./paper/PaperDialog";
import { useTrial } from "./trial/useTrial";
import { useShelf } from "./useShelf";

interface Props {
  test: Test;
  /** The page of the test, which has a button for a trial; a card in a list has a menu entry. */
  page?: {
    /** The form holds changes that no paper has yet. */
    unsaved: boolean;
    onDeleted: () => void;
  };
}

/** What is done with a whole test; what stands in it has the tabs of its page. */
export function TestMenu({ test, page }: Props) {
  const [deleting, setDeleting] = useState<"plain" | "force" | null>(null);
  const [previewing, setPreviewing] = useState(false);
  const { may, mayAll } = useRights();
  const save = useExport(test);
  const shelf = useShelf();
  const trial = useTrial();
  const small = "size-4 text-muted";
  const bin = <Trash2 aria-hidden="true" className="size-4" />;
  const first: MenuItem & { needs?: boolean } = page
    ? {
        label: t("previewPaper"),
        icon: <Eye aria-hidden="true" className={small} />,
        onSelect: () => setPreviewing(true),
      }
    : {
        needs: may("author", test.id),
        label: t("tryAsCandidate"),
        icon: <FlaskConical aria-hidden="true" className={small} />,
        onSelect: () => trial.start({ test: test.id }),
      };
  return (
    <>
      <Menu
        trigger={
          <IconButton label={t("moreActions")} busy={shelf.isPending || trial.isPending}>
            <MoreHorizontal aria-hidden="true" className="size-4" />
          </IconButton>
        }
        items={[
          first,
          {
            needs: mayAll("author"),
            label: t("copy"),
            icon: <Copy aria-hidden="true" className={small} />,
            onSelect: () => shelf.copy.mutate(test.id),
          },
          {
            label: t("export"),
            icon: <Download aria-hidden="true" className={small} />,
            onSelect: save.open,
          },
          {
            needs: may("author", test.id),
            label: test.archived ? t("restore") : t("archive"),
            icon: test.archived ? (
              <ArchiveRestore aria-hidden="true" className={small} />
            ) : (
              <Archive aria-hidden="true" className={small} />
            ),
            onSelect: () => (test.archived ? shelf.unarchive : shelf.archive).mutate(test.id),
          },
          {
            needs: may("author", test.id),
            label: t("deleteTest"),
            icon: bin,
            separated: true,
            onSelect: () => setDeleting("plain"),
          },
          {
            needs: may("author", test.id),
            label: t("forceDelete"),
            icon: bin,
            danger: true,
            onSelect: () => setDeleting("force"),
          },
        ].flatMap(({ needs = true, ...item }: MenuItem & { needs?: boolean }) => (needs ? [item] : []))}
      />
      {previewing && <PaperDialog test={test} unsaved={page?.unsaved} onClose={() => setPreviewing(false)} />}
      <ExportDialog exporting={save} />
      <DeleteTestDialog test={test} mode={deleting} onMode={setDeleting} onDeleted={page?.onDeleted} />
    </>
  );
}
