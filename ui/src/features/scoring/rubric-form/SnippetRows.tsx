import type { ChoiceDraft } from "@/features/question-kinds/form/choices";
import { Rows } from "@/features/question-kinds/form/Rows";
import { LineField } from "@/ui/LineField";
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
      legend="Snippets"
      hint="comments inserted with one key"
      one="snippet"
      rows={rows}
      min={0}
      max={SNIPPETS_MAX}
      blank={blankSnippet}
      error={error}
      onChange={onChange}
    >
      {(row, number, change) => (
        <LineField
          aria-label={`Snippet ${number}`}
          maxLength={TEXT_MAX}
          value={row.text}
          onChange={(event) => change({ ...row, text: event.target.value })}
        />
      )}
    </Rows>
  );
}
