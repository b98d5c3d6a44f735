import type { CandidateQuestion, Choice, TranslatedQuestion } from "@/api/questions";
import { inPage, type Languages } from "./translated";

/** A question as it is shown. */
export interface ShownQuestion extends CandidateQuestion {
  /** Multiple choice: the words for each of `options`, which stay the answers. */
  labels?: string[];
  lang?: string | undefined;
}

type Parts = Pick<TranslatedQuestion, "options" | "prompts" | "gaps">;

/** All that has a text beside the question itself, by its ids. */
function placesOf({ options, prompts, gaps = [] }: Parts): string {
  const ids = (list: (string | Choice)[] = []) => list.map((one) => typeof one !== "string" && one.id);
  const choices = gaps.filter((gap) => gap.options).map((gap) => [gap.id, ids(gap.options)]);
  return JSON.stringify([ids(options), ids(prompts), choices]);
}

/** All of a question in one language: a part in another would be worse than the original. */
export function shownQuestion(question: CandidateQuestion, languages: Languages): ShownQuestion {
  const translation = inPage(question, languages);
  if (!translation?.question || placesOf(question) !== placesOf(translation))
    return { ...question, lang: languages.source };
  const { question: text, content, options, option_contents = [], prompts, gaps = [] } = translation;
  const labels = options?.filter((option) => typeof option === "string") ?? [];
  return {
    ...question,
    question: text,
    content,
    lang: languages.page,
    ...(labels.length > 0 ? { labels, option_contents } : options && { options }),
    ...(prompts && { prompts }),
    ...(question.gaps && { gaps: question.gaps.map((own) => gaps.find(({ id }) => id === own.id) ?? own) }),
  };
}
