import { ScrollText } from "lucide-react";
import { useState } from "react";
import type { Test } from "@/api/types";
import { t } from "@/features/tests/list-texts";
import { Button } from "@/ui/Button";
import { PaperDialog } from "./PaperDialog";

/** Shows a paper as one candidate would get it. */
export function PaperButton({ test, unsaved }: { test: Test; unsaved: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" size="sm" icon={ScrollText} onClick={() => setOpen(true)}>
        {t("previewPaper")}
      </Button>
      {open && <PaperDialog test={test} unsaved={unsaved} onClose={() => setOpen(false)} />}
    </>
  );
}
