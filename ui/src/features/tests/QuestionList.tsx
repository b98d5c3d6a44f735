import { Plus } from "lucide-react";
import { type Content, paperSize } from "@/features/questions/content/sections";
import type { QuestionDraft } from "@/features/questions/form/rules";
import { points, questionCount } from "@/lib/format";
import { Button } from "@/ui/Button";
import type { BankStatus } from "./sections/bank-status";
import { type ListedContent, SectionList } from "./sections/SectionList";
import { t } from "./sections/texts";
import { useDivided } from "./sections/useDivided";
import { useItems } from "./sections/useItems";

interface Props extends ListedContent {
  /** Current state in the bank of its questions, by id. */
  bank: ReadonlyMap<string, BankStatus>;
  error: string | undefined;
  /** Unsaved input of the question dialog, which it opens with. */
  pending: QuestionDraft | undefined;
  onPending: (draft: QuestionDraft | undefined) => void;
  onChange: (edit: (content: Content) => Content) => void;
}

/** The questions of the test panel, in sections if the author wants some; each is edited in a separate dialog. */
export function QuestionList(props: Props) {
  const { content, bank, error, errorsOf, sectionError } = props;
  const items = useItems(props);
  const division = useDivided(content, items.edit);
  const write = (section: string) => items.open({ kind: "write", section, question: null });
  const size = paperSize(content);
  const [first] = items.sections;
  return (
    <section aria-labelledby="panel-questions" className="mt-6">
      <div className="mb-3 flex items-center justify-between gap-3">
        <h3 id="panel-questions" className="font-medium text-sm">
          {t("questions")}{" "}
          <span className="font-normal text-muted text-xs tabular-nums">
            {t("size", { questions: questionCount(size.questions), points: points(size.points) })}
          </span>
        </h3>
        {!division.divided && first && (
          <Button variant="secondary" size="sm" icon={Plus} onClick={() => write(first.id)}>
            {t("addQuestion")}
          </Button>
        )}
      </div>
      {error && (
        <p role="alert" className="mb-3 font-medium text-error text-xs">
          {error}
        </p>
      )}
      <SectionList
        items={items}
        division={division}
        bank={bank}
        errorsOf={errorsOf}
        sectionError={sectionError}
        onWrite={write}
      />
    </section>
  );
}
