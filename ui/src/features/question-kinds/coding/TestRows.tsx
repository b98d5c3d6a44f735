import { Checkbox } from "@/ui/Checkbox";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import type { ErrorOf } from "../form/problem";
import { Rows } from "../form/Rows";
import { CodeArea } from "./CodeArea";
import { blankTest, TESTS_MAX, type TestDraft } from "./key";

interface TestRowsProps {
  tests: TestDraft[];
  errorOf: ErrorOf;
  onChange: (tests: TestDraft[]) => void;
}

/** Inputs with the outputs that are expected. */
export function TestRows({ tests, errorOf, onChange }: TestRowsProps) {
  return (
    <Rows
      legend="Tests"
      hint="the program reads the input and prints the output"
      one="test"
      rows={tests}
      min={0}
      max={TESTS_MAX}
      blank={blankTest}
      error={errorOf("tests")}
      onChange={onChange}
    >
      {(row, number, change) => {
        const place = `tests[${number - 1}]`;
        return (
          <div className="grid min-w-0 flex-1 gap-3 rounded-control border border-line p-3 sm:grid-cols-2">
            <Field label={`Input of test ${number}`} error={errorOf(`${place}.input`)}>
              <CodeArea rows={3} value={row.input} onChange={(input) => change({ ...row, input })} />
            </Field>
            <Field label={`Expected output of test ${number}`} error={errorOf(`${place}.output`)}>
              <CodeArea rows={3} value={row.output} onChange={(output) => change({ ...row, output })} />
            </Field>
            <Checkbox
              label="Candidates see it"
              hint="Others stay hidden."
              checked={row.visible}
              onChange={(event) => change({ ...row, visible: event.target.checked })}
            />
            <div className="grid grid-cols-2 items-end gap-3">
              <Field label={`Weight of test ${number}`} error={errorOf(`${place}.weight`)}>
                <Input
                  inputMode="numeric"
                  value={row.weight}
                  onChange={(event) => change({ ...row, weight: event.target.value })}
                />
              </Field>
              <Field label={`Group of test ${number}`} error={errorOf(`${place}.group`)}>
                <Input
                  value={row.group}
                  placeholder="None"
                  onChange={(event) => change({ ...row, group: event.target.value })}
                />
              </Field>
            </div>
          </div>
        );
      }}
    </Rows>
  );
}
