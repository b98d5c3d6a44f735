import { clsx } from "clsx";
import { type ReactNode, useLayoutEffect, useState } from "react";
import type { Question } from "@/api/questions";
import { Checkbox } from "@/ui/Checkbox";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { Select } from "@/ui/Select";
import { Tabs } from "@/ui/Tabs";
import type { ErrorOf } from "../form/problem";
import type { FormProps } from "../form/props";
import { CodeArea } from "./CodeArea";
import { FunctionHarness } from "./FunctionHarness";
import { type CodeDraft, languagesOf, MEMORY_LIMIT, scoringWords, TIME_LIMIT } from "./key";
import { LANGUAGES } from "./languages";
import { OfferedLanguages } from "./OfferedLanguages";
import { SolutionCheck } from "./SolutionCheck";
import { SolutionRows } from "./SolutionRows";
import { Steps } from "./Steps";
import { t } from "./staff-texts";
import { TestArchive } from "./TestArchive";
import { TestTable } from "./TestTable";

/** The documented order; an unknown imported language comes last. */
function order(language: string): number {
  const index = (LANGUAGES as readonly string[]).indexOf(language);
  return index < 0 ? LANGUAGES.length : index;
}

/** The task with its languages, the tests, and the solutions that prove them. */
export function CodingForm({ draft, written, errorOf, text, onChange }: FormProps) {
  const { expected_language, code } = draft;
  return (
    <CodeForm
      expected={expected_language}
      code={code}
      question={written}
      errorOf={errorOf}
      text={text}
      onExpected={(language) => onChange({ expected_language: language })}
      onChange={(changed) => onChange({ code: changed })}
    />
  );
}

interface CodeFormProps {
  expected: string;
  code: CodeDraft;
  /** The whole question as it is now. */
  question: () => Question;
  errorOf: ErrorOf;
  text: ReactNode;
  onExpected: (language: string) => void;
  onChange: (code: CodeDraft) => void;
}

const checkers = () =>
  [
    { value: "exact", label: t("byLine") },
    { value: "tokens", label: t("byWord") },
    { value: "numbers", label: t("byNumber") },
  ] as const;

type StepName = "task" | "tests" | "solutions";

/** The API's names of the fields in each step. */
const placesOf = ({ tests, solutions, wrong }: CodeDraft): Record<StepName, string[]> => ({
  task: ["question", "expected_language", "languages", "starter_code"],
  tests: [
    ...["tests", "checker", "checker_tolerance", "time_limit_ms", "memory_limit_mb"],
    ...tests.flatMap((_, at) =>
      ["input", "output", "visible", "weight", "group"].map((field) => `tests[${at}].${field}`),
    ),
  ],
  solutions: (["reference_solutions", "wrong_solutions"] as const).flatMap((list) => [
    list,
    ...(list === "wrong_solutions" ? wrong : solutions).flatMap((_, at) =>
      ["source", "language"].map((field) => `${list}[${at}].${field}`),
    ),
  ]),
});

export function CodeForm(props: CodeFormProps) {
  const { expected, code, question, errorOf, text, onExpected, onChange } = props;
  const [step, setStep] = useState<StepName>("task");
  const places = placesOf(code);
  const wrong = (name: StepName) => errorOf(...places[name]);
  const first = (["task", "tests", "solutions"] as const).find((name) => wrong(name) !== undefined);
  const found = first && `${first}: ${wrong(first)}`;
  // Before the page looks for the first field with an error: it must be in view then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new error alone
  useLayoutEffect(() => {
    if (first) setStep(first);
  }, [found]);
  const parts = { expected, code, errorOf, onChange };
  return (
    <Steps
      label={t("steps")}
      value={step}
      onChange={setStep}
      steps={[
        {
          value: "task",
          label: t("task"),
          count: 0,
          wrong: wrong("task") !== undefined,
          content: (
            <>
              {text}
              <Languages {...parts} onExpected={onExpected} />
              <Starter {...parts} />
            </>
          ),
        },
        {
          value: "tests",
          label: t("tests"),
          count: code.tests.length,
          wrong: wrong("tests") !== undefined,
          content: <Judging {...parts} />,
        },
        {
          value: "solutions",
          label: t("solutions"),
          count: code.solutions.length + code.wrong.length,
          wrong: wrong("solutions") !== undefined,
          content: <Solutions {...parts} question={question} />,
        },
      ]}
    />
  );
}

type PartProps = Pick<CodeFormProps, "expected" | "code" | "errorOf" | "onChange">;

function Languages(props: PartProps & Pick<CodeFormProps, "onExpected">) {
  const { expected, code, errorOf, onChange, onExpected } = props;
  return (
    <>
      <Field label={t("expectedLanguage")} error={errorOf("expected_language")} className="max-w-xs">
        <Select
          value={expected}
          onChange={(event) => onExpected(event.target.value)}
          options={[...new Set([expected, ...LANGUAGES])]
            .filter((language) => language !== "")
            .sort((a, b) => order(a) - order(b))
            .map((language) => ({ value: language, label: language }))}
        />
      </Field>
      <Others {...{ expected, code }} error={errorOf("languages")} onChange={onChange} />
      {code.tests.length > 0 && <OfferedLanguages languages={languagesOf(expected, code)} />}
    </>
  );
}

/** What candidates begin with, one language at a time. */
function Starter({ expected, code, errorOf, onChange }: PartProps) {
  const [chosen, setChosen] = useState(expected);
  const languages = languagesOf(expected, code);
  const language = languages.includes(chosen) ? chosen : expected;
  const setStarter = (starter: CodeDraft["starter"]) => onChange({ ...code, starter });
  const field = (
    <CodeArea
      label={t("starterIn", { language })}
      language={language}
      value={code.starter[language] ?? ""}
      error={errorOf("starter_code", `starter_code.${language}`)}
      onChange={(text) => setStarter({ ...code.starter, [language]: text })}
    />
  );
  return (
    <>
      <FunctionHarness languages={languages} starter={code.starter} onChange={setStarter} />
      {languages.length === 1 ? (
        field
      ) : (
        <Tabs
          label={t("starterByLanguage")}
          items={languages.map((name) => ({ value: name, label: name }))}
          value={language}
          onChange={setChosen}
          listClassName="mb-3"
        >
          {field}
        </Tabs>
      )}
    </>
  );
}

/** The tests, and how outputs become points. */
function Judging({ code, errorOf, onChange }: PartProps) {
  const set = (changes: Partial<CodeDraft>) => onChange({ ...code, ...changes });
  return (
    <>
      <TestTable tests={code.tests} errorOf={errorOf} onChange={(tests) => set({ tests })} />
      <TestArchive tests={code.tests} onChange={(tests) => set({ tests })} />
      <p className="text-muted text-xs">{scoringWords(code)}</p>
      {code.tests.length > 0 && (
        <Checkbox
          label={t("peopleScore")}
          hint={t("peopleScoreHint")}
          checked={code.review}
          onChange={(event) => set({ review: event.target.checked })}
        />
      )}
      <div
        className={clsx(
          "grid gap-4 @xl:grid-cols-2",
          code.checker === "numbers" ? "@3xl:grid-cols-4" : "@3xl:grid-cols-3",
        )}
      >
        <Field label={t("compared")} error={errorOf("checker")}>
          <Select
            value={code.checker}
            options={[...checkers()]}
            onChange={(event) =>
              set({ checker: checkers().find(({ value }) => value === event.target.value)?.value ?? "exact" })
            }
          />
        </Field>
        {code.checker === "numbers" && (
          <Field label={t("tolerance")} hint={t("toleranceHint")} error={errorOf("checker_tolerance")}>
            <Input
              inputMode="decimal"
              placeholder="0.000001"
              value={code.tolerance}
              onChange={(event) => set({ tolerance: event.target.value })}
            />
          </Field>
        )}
        <Field label={t("timeLimit")} hint={t("timeLimitHint")} error={errorOf("time_limit_ms")}>
          <Input
            inputMode="numeric"
            placeholder={String(TIME_LIMIT.usual)}
            value={code.time_limit_ms}
            onChange={(event) => set({ time_limit_ms: event.target.value })}
          />
        </Field>
        <Field label={t("memoryLimit")} error={errorOf("memory_limit_mb")}>
          <Input
            inputMode="numeric"
            placeholder={String(MEMORY_LIMIT.usual)}
            value={code.memory_limit_mb}
            onChange={(event) => set({ memory_limit_mb: event.target.value })}
          />
        </Field>
      </div>
    </>
  );
}

/** Right and wrong solutions, and what the tests find of them. */
function Solutions({
  expected,
  code,
  errorOf,
  question,
  onChange,
}: PartProps & Pick<CodeFormProps, "question">) {
  const languages = languagesOf(expected, code);
  const set = (changes: Partial<CodeDraft>) => onChange({ ...code, ...changes });
  const hasSolutions = code.solutions.length + code.wrong.length > 0;
  return (
    <>
      <p className="text-muted text-xs">
        {code.tests.length > 0 ? t("solutionsText") : t("solutionsNoTests")}
      </p>
      {code.tests.length > 0 && hasSolutions && <SolutionCheck question={question} tests={code.tests} />}
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
    </>
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
      <legend className="mb-2 font-medium text-sm">{t("mayAlsoUse")}</legend>
      <div className="grid grid-cols-2 gap-x-4 @sm:grid-cols-3 @md:grid-cols-4">
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
