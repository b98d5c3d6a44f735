import type { Question } from "@/api/questions";

/** A question as it is sent: the server makes the trees of its texts. */
export function sent({
  content: _,
  option_contents: __,
  explanation_content: ___,
  ...question
}: Question): Question {
  const { options, prompts } = question;
  return {
    ...question,
    ...(options && { options: options.map((o) => (typeof o === "string" ? o : { id: o.id, text: o.text })) }),
    ...(prompts && { prompts: prompts.map(({ id, text }) => ({ id, text })) }),
  };
}
