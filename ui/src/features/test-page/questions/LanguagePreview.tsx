import { useQuery } from "@tanstack/react-query";
import { errorText } from "@/api/client";
import type { Question, Test } from "@/api/types";
import type { Passage } from "@/features/questions/content/sections";
import { languageName } from "@/features/staff-shared/language-name";
import { useUrlState } from "@/lib/url-state";
import { Field } from "@/ui/Field";
import { Select } from "@/ui/Select";
import { readingOf } from "../translations/reading";
import { t } from "../translations/texts";
import { translationsOf } from "../translations/useClash";
import { Preview } from "./Preview";

interface LanguagePreviewProps {
  test: Test;
  /** The question as it is written now, saved or not. */
  question: Question;
  passage?: Passage | undefined;
}

/** A question as candidates get it, in each language that its test is translated into. */
export function LanguagePreview({ test, question, passage }: LanguagePreviewProps) {
  const { params, change } = useUrlState();
  const { translated_into: tags = [] } = test;
  const wanted = params.get("preview") ?? "";
  const language = tags.includes(wanted) ? wanted : "";
  const { data, error } = useQuery({ ...translationsOf(test.id), enabled: language !== "" });
  const failed = language !== "" && !data && error;
  return (
    <>
      {tags.length > 0 && (
        <Field label={t("seenLanguage")} error={failed ? errorText(error) : undefined} className="mb-2">
          <Select
            value={language}
            options={[
              { value: "", label: t("seenOriginal") },
              ...tags.map((tag) => ({ value: tag, label: languageName(tag) })),
            ]}
            onChange={(event) => change({ preview: event.target.value }, { replace: true })}
          />
        </Field>
      )}
      <Preview
        question={question}
        passage={passage}
        reading={language && data ? readingOf({ question, passage }, data, language) : undefined}
      />
    </>
  );
}
