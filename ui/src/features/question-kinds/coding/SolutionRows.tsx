import { Field } from "@/ui/Field";
import { Select } from "@/ui/Select";
import type { ErrorOf } from "../form/problem";
import { Rows } from "../form/Rows";
import { CodeArea } from "./CodeArea";
import { blankSolution, SOLUTIONS_MAX, type SolutionDraft, type SolutionList } from "./key";

const WORDS: Record<SolutionList, { legend: string; hint: string; one: string }> = {
  reference_solutions: {
    legend: "Reference solutions",
    hint: "programs that pass all tests; candidates never see them",
    one: "solution",
  },
  wrong_solutions: {
    legend: "Wrong solutions",
    hint: "plausible mistakes that a test must find; candidates never see them",
    one: "wrong solution",
  },
};

interface SolutionRowsProps {
  list: SolutionList;
  rows: SolutionDraft[];
  languages: string[];
  errorOf: ErrorOf;
  onChange: (rows: SolutionDraft[]) => void;
}

/** Programs whose outcome the author knows. */
export function SolutionRows({ list, rows, languages, errorOf, onChange }: SolutionRowsProps) {
  const { legend, hint, one } = WORDS[list];
  return (
    <Rows
      {...{ legend, hint, one, rows }}
      min={0}
      max={SOLUTIONS_MAX}
      blank={() => blankSolution(languages[0] ?? "")}
      error={errorOf(list)}
      onChange={onChange}
    >
      {(row, number, change) => {
        const place = `${list}[${number - 1}]`;
        const name = `${one} ${number}`;
        return (
          <div className="min-w-0 flex-1 space-y-2">
            <Field label={`Language of ${name}`} error={errorOf(`${place}.language`)}>
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
              label={`${name[0]?.toUpperCase()}${name.slice(1)}`}
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
