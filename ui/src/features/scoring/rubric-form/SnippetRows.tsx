import type { ChoiceDraft } from "@/features/question-kinds/form/choices";
import { Rows } from "@/features/question-kinds/form/Rows";
import { LineField } from "@/ui/LineField";
import { t } from "../rubric/texts";
import { blankSnippet, SNIPPETS_MAX } from "./form";

const TEXT_MAX = 1_000;

interface Props {
  rows: ChoiceDraft[];
  error: string | undefined;
  onChange: (rows: ChoiceDraft[]) => void;
}

/** Comments that are written often, to be inserted by a key. */
export function SnippetRows({ rows, error, onChange }: Props) {
  return (
    <Rows
      legend={t("snippets")}
      hint={t("snippetsHint")}
      one={t("oneSnippet")}
      rows={rows}
      min={0}
      max={SNIPPETS_MAX}
      blank={blankSnippet}
      error={error}
      onChange={onChange}
    >
      {(row, number, change) => (
        <LineField
          aria-label={t("snippetNumber", { number })}
          maxLength={TEXT_MAX}
          value={row.text}
          onChange={(event) => change({ ...row, text: event.target.value })}
        />
      )}
    </Rows>
  );
}
