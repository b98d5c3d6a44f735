import type { Question } from "@/api/questions";
import { Checkbox } from "@/ui/Checkbox";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { Select } from "@/ui/Select";
import type { ErrorOf } from "../form/problem";
import type { FormProps } from "../form/props";
import { CodeArea } from "./CodeArea";
import { FunctionHarness } from "./FunctionHarness";
import { type CodeDraft, hasCode, languagesOf, MEMORY_LIMIT, scoringWords, TIME_LIMIT } from "./key";
import { LANGUAGES } from "./languages";
import { OfferedLanguages } from "./OfferedLanguages";
import { SolutionCheck } from "./SolutionCheck";
import { SolutionRows } from "./SolutionRows";
import { TestArchive } from "./TestArchive";
import { TestRows } from "./TestRows";

/** The documented order; an unknown imported language comes last. */
function order(language: string): number {
  const index = (LANGUAGES as readonly string[]).indexOf(language);
  return index < 0 ? LANGUAGES.length : index;
}

/** The expected language, then the rest of a coding question. */
export function CodingForm({ draft, written, errorOf, onChange }: FormProps) {
  const { expected_language, code } = draft;
  return (
    <>
      <Field label="Expected language" error={errorOf("expected_language")}>
        <Select
          value={expected_language}
          onChange={(event) => onChange({ expected_language: event.target.value })}
          options={[...new Set([expected_language, ...LANGUAGES])]
            .filter((language) => language !== "")
            .sort((a, b) => order(a) - order(b))
            .map((language) => ({ value: language, label: language }))}
        />
      </Field>
      <CodeForm
        expected={expected_language}
        code={code}
        question={written}
        errorOf={errorOf}
        onChange={(changed) => onChange({ code: changed })}
      />
    </>
  );
}

interface CodeFormProps {
  expected: string;
  code: CodeDraft;
  /** The whole question as it is now. */
  question: () => Question;
  errorOf: ErrorOf;
  onChange: (code: CodeDraft) => void;
}

const CHECKERS = [
  { value: "exact", label: "Line by line" },
  { value: "tokens", label: "Word by word" },
  { value: "numbers", label: "Word by word, numbers with a tolerance" },
] as const;

/** Tests, languages, starter code, limits and reference solutions. */
export function CodeForm({ expected, code, question, errorOf, onChange }: CodeFormProps) {
  const set = (changes: Partial<CodeDraft>) => onChange({ ...code, ...changes });
  const languages = languagesOf(expected, code);
  return (
    <details open={hasCode(code)} className="rounded-control border border-line">
      <summary className="cursor-pointer px-4 py-2.5 font-medium text-sm">
        Tests, languages, starter code and limits
      </summary>
      <div className="space-y-5 border-line border-t p-4">
        <TestRows tests={code.tests} errorOf={errorOf} onChange={(tests) => set({ tests })} />
        <TestArchive tests={code.tests} onChange={(tests) => set({ tests })} />
        <p className="text-muted text-xs">{scoringWords(code)}</p>
        {code.tests.length > 0 && (
          <Checkbox
            label="People score the answers"
            hint="Reviewers see which tests pass, and decide."
            checked={code.review}
            onChange={(event) => set({ review: event.target.checked })}
          />
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Outputs are compared" error={errorOf("checker")}>
            <Select
              value={code.checker}
              options={[...CHECKERS]}
              onChange={(event) =>
                set({ checker: CHECKERS.find(({ value }) => value === event.target.value)?.value ?? "exact" })
              }
            />
          </Field>
          {code.checker === "numbers" && (
            <Field label="Tolerance" hint="Absolute or relative." error={errorOf("checker_tolerance")}>
              <Input
                inputMode="decimal"
                placeholder="0.000001"
                value={code.tolerance}
                onChange={(event) => set({ tolerance: event.target.value })}
              />
            </Field>
          )}
          <Field
            label="Time limit in ms"
            hint="CPU time of each test. Slower languages get a multiple of it."
            error={errorOf("time_limit_ms")}
          >
            <Input
              inputMode="numeric"
              placeholder={String(TIME_LIMIT.usual)}
              value={code.time_limit_ms}
              onChange={(event) => set({ time_limit_ms: event.target.value })}
            />
          </Field>
          <Field label="Memory limit in MB" error={errorOf("memory_limit_mb")}>
            <Input
              inputMode="numeric"
              placeholder={String(MEMORY_LIMIT.usual)}
              value={code.memory_limit_mb}
              onChange={(event) => set({ memory_limit_mb: event.target.value })}
            />
          </Field>
        </div>
        <Others {...{ expected, code }} error={errorOf("languages")} onChange={onChange} />
        {code.tests.length > 0 && <OfferedLanguages languages={languages} />}
        <FunctionHarness
          languages={languages}
          starter={code.starter}
          onChange={(starter) => set({ starter })}
        />
        {languages.map((language) => (
          <Field key={language} label={`Starter code in ${language}`} error={errorOf("starter_code")}>
            <CodeArea
              rows={5}
              value={code.starter[language] ?? ""}
              onChange={(text) => set({ starter: { ...code.starter, [language]: text } })}
            />
          </Field>
        ))}
        <SolutionRows
          list="reference_solutions"
          rows={code.solutions}
          {...{ languages, errorOf }}
          onChange={(solutions) => set({ solutions })}
        />
        <SolutionRows
          list="wrong_solutions"
          rows={code.wrong}
          {...{ languages, errorOf }}
          onChange={(wrong) => set({ wrong })}
        />
        {code.tests.length > 0 && code.solutions.length + code.wrong.length > 0 && (
          <SolutionCheck question={question} />
        )}
      </div>
    </details>
  );
}

interface OthersProps extends Pick<CodeFormProps, "expected" | "code" | "onChange"> {
  error: string | undefined;
}

function Others({ expected, code, error, onChange }: OthersProps) {
  const toggle = (language: string, checked: boolean) => {
    const rest = code.others.filter((other) => other !== language);
    onChange({ ...code, others: checked ? [...rest, language] : rest });
  };
  return (
    <fieldset>
      <legend className="mb-2 font-medium text-sm">Candidates may also use</legend>
      <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-4">
        {LANGUAGES.filter((language) => language !== expected).map((language) => (
          <Checkbox
            key={language}
            label={language}
            checked={code.others.includes(language)}
            onChange={(event) => toggle(language, event.target.checked)}
          />
        ))}
      </div>
      {error && (
        <p role="alert" className="font-medium text-error text-xs">
          {error}
        </p>
      )}
    </fieldset>
  );
}
