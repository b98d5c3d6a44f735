import { Field } from "@/ui/Field";
import { Select } from "@/ui/Select";
import type { ErrorOf } from "../form/problem";
import { Rows } from "../form/Rows";
import { CodeArea } from "./CodeArea";
import { blankSolution, SOLUTIONS_MAX, type SolutionDraft, type SolutionList } from "./key";
import { t } from "./staff-texts";

const WORDS = {
  reference_solutions: {
    legend: "references",
    hint: "referencesHint",
    one: "oneSolution",
    name: "solution",
    language: "languageOf",
  },
  wrong_solutions: {
    legend: "wrongs",
    hint: "wrongsHint",
    one: "oneWrong",
    name: "wrongSolution",
    language: "languageOfWrong",
  },
} as const satisfies Record<SolutionList, object>;

interface SolutionRowsProps {
  list: SolutionList;
  rows: SolutionDraft[];
  languages: string[];
  errorOf: ErrorOf;
  onChange: (rows: SolutionDraft[]) => void;
}

/** Programs whose outcome the author knows. */
export function SolutionRows({ list, rows, languages, errorOf, onChange }: SolutionRowsProps) {
  const words = WORDS[list];
  return (
    <Rows
      legend={t(words.legend)}
      hint={t(words.hint)}
      one={t(words.one)}
      rows={rows}
      min={0}
      max={SOLUTIONS_MAX}
      blank={() => blankSolution(languages[0] ?? "")}
      error={errorOf(list)}
      onChange={onChange}
    >
      {(row, number, change) => {
        const place = `${list}[${number - 1}]`;
        return (
          <div className="min-w-0 flex-1 space-y-2">
            <Field
              label={t(words.language, { number })}
              error={errorOf(`${place}.language`)}
              className="max-w-xs"
            >
              <Select
                value={row.language}
                options={[...new Set([row.language, ...languages])].map((name) => ({
                  value: name,
                  label: name,
                }))}
                onChange={(event) => change({ ...row, language: event.target.value })}
              />
            </Field>
            <CodeArea
              label={t(words.name, { number })}
              language={row.language}
              value={row.source}
              error={errorOf(`${place}.source`)}
              onChange={(source) => change({ ...row, source })}
            />
          </div>
        );
      }}
    </Rows>
  );
}
