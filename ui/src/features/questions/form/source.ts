import type { TextFormat } from "@/api/questions";

const PICTURE = /!\[([^\]]*)\]\(picture:[0-9a-f]{64}\)/g;

/** The source of a question that has no tree yet, without the addresses of its pictures. */
export const readableSource = ({
  question,
  format,
}: {
  question: string;
  format?: TextFormat | undefined;
}) =>
  format === "markdown"
    ? question.replace(PICTURE, (_, alt: string) => `[${alt.trim() || "picture"}]`)
    : question;
