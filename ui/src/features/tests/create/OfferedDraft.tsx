import { FilePen } from "lucide-react";
import { paperSize } from "@/features/questions/content/sections";
import type { TestDraft } from "@/features/questions/drafts/store";
import { formatDateTime, questionCount } from "@/lib/format";
import { Button } from "@/ui/Button";
import { t } from "./texts";

interface Props {
  draft: TestDraft;
  onLoad: () => void;
}

/** Offers an unfinished test stored in this browser. Starting to type moves it to the drafts list instead. */
export function OfferedDraft({ draft, onLoad }: Props) {
  return (
    <section
      aria-label={t("unfinished")}
      className="flex flex-wrap items-center gap-3 rounded-card border border-primary/40 bg-primary/6 px-4 py-3"
    >
      <FilePen aria-hidden="true" className="size-5 shrink-0 text-primary" />
      <p className="min-w-0 flex-1 text-sm">
        <span className="font-medium">
          {t.rich("unfinishedOf", { title: <bdi>{draft.title || t("untitled")}</bdi> })}
        </span>
        <span className="block text-ink-2 text-xs">
          {t("unfinishedText", {
            questions: questionCount(paperSize(draft).questions),
            date: formatDateTime(draft.lastModified),
          })}
        </span>
      </p>
      <Button variant="secondary" size="sm" onClick={onLoad}>
        {t("continueDraft")}
      </Button>
    </section>
  );
}
