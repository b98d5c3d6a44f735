import { useMemo, useState } from "react";
import type { Test } from "@/api/types";
import { CheckGroup } from "@/ui/CheckGroup";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { RadioGroup } from "@/ui/RadioGroup";
import { t } from "../texts";

/** Tests that are offered at once; others are searched. */
const OFFERED = 50;

interface Props {
  /** Whose tests: "Proctor". */
  label: string;
  /** The same within a sentence: "proctor". */
  inSentence: string;
  /** Null for the whole site. */
  tests: readonly string[] | null;
  all: readonly Test[];
  onChange: (tests: string[] | null) => void;
}

/** The whole site, or chosen tests. */
export function ScopeField({ label, inSentence, tests, all, onChange }: Props) {
  const [search, setSearch] = useState("");
  const chosen = tests ?? [];
  const options = useMemo(() => {
    const part = search.trim().toLowerCase();
    const isFirst = ({ id }: Test) => Number(!(tests ?? []).includes(id));
    return all
      .filter(({ title }) => title.toLowerCase().includes(part))
      .sort((a, b) => isFirst(a) - isFirst(b))
      .slice(0, OFFERED)
      .map(({ id, title }) => ({ value: id, label: <bdi>{title}</bdi>, spoken: title }));
  }, [all, search, tests]);
  const offered = new Set(options.map(({ value }) => value));
  return (
    <div className="space-y-3">
      <RadioGroup
        label={t("scopeOf", { label })}
        options={[
          { value: "some", label: t("chosenTests") },
          { value: "site", label: t("wholeSite") },
        ]}
        value={tests === null ? "site" : "some"}
        onChange={(value) => onChange(value === "site" ? null : [])}
      />
      {tests !== null && (
        <>
          {all.length > OFFERED && (
            <Field label={t("searchTests")} hideLabel>
              <Input
                value={search}
                placeholder={t("searchTests")}
                onChange={(event) => setSearch(event.target.value)}
              />
            </Field>
          )}
          <div className="max-h-64 overflow-y-auto">
            <CheckGroup
              label={t("testsOf", { label: inSentence })}
              options={options}
              chosen={chosen}
              // What is not in view stays chosen.
              onChange={(now) => onChange([...chosen.filter((id) => !offered.has(id)), ...now])}
            />
          </div>
        </>
      )}
    </div>
  );
}
