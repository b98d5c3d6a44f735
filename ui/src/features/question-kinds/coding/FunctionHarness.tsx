import { useState } from "react";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { HARNESSED, readFunction, starterOf } from "./function-harness";
import { t } from "./staff-texts";

interface FunctionHarnessProps {
  languages: string[];
  starter: Record<string, string>;
  onChange: (starter: Record<string, string>) => void;
}

/** Generates the starter code of a question that asks for a function. */
export function FunctionHarness({ languages, starter, onChange }: FunctionHarnessProps) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const known = languages.filter((language) => HARNESSED.includes(language));
  if (known.length === 0) return null;
  const generate = () => {
    const shape = readFunction(text);
    setError(shape ? undefined : t("functionShape"));
    if (!shape) return;
    onChange({ ...starter, ...starterOf(shape, known) });
  };
  const replaces = known.some((language) => (starter[language] ?? "").trim() !== "");
  return (
    <div className="flex flex-wrap items-start gap-3">
      <div className="min-w-0 flex-1 basis-64">
        <Field
          label={t("writeFunction")}
          hint={t("harnessHint", { languages: known.join(` ${t("and")} `) })}
          error={error}
        >
          <Input
            className="font-mono"
            placeholder="two_sum(numbers, target)"
            value={text}
            spellCheck={false}
            autoCapitalize="off"
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
      </div>
      <Button variant="secondary" className="sm:mt-6.5" disabled={text.trim() === ""} onClick={generate}>
        {replaces ? t("replaceStarter") : t("generateStarter")}
      </Button>
    </div>
  );
}
