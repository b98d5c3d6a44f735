import { FilePen } from "lucide-react";
import type { TestDraft } from "@/features/questions/drafts/store";
import { formatDateTime, plural } from "@/lib/format";
import { Button } from "@/ui/Button";

interface Props {
  draft: TestDraft;
  onLoad: () => void;
}

/** Offers an unfinished test stored in this browser. Starting to type moves it to the drafts list instead. */
export function OfferedDraft({ draft, onLoad }: Props) {
  return (
    <section
      aria-label="Unfinished draft"
      className="flex flex-wrap items-center gap-3 rounded-card border border-primary/40 bg-primary/6 px-4 py-3"
    >
      <FilePen aria-hidden="true" className="size-5 shrink-0 text-primary" />
      <p className="min-w-0 flex-1 text-sm">
        <span className="font-medium">
          Unfinished draft: <bdi>{draft.title || "Untitled test"}</bdi>
        </span>
        <span className="block text-ink-2 text-xs">
          {plural(draft.questions.length, "question")}, last changed {formatDateTime(draft.lastModified)}.
          Starting over keeps it among the drafts of the tests tab.
        </span>
      </p>
      <Button variant="secondary" size="sm" onClick={onLoad}>
        Continue draft
      </Button>
    </section>
  );
}
