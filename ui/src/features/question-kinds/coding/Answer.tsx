import type { KindProps } from "../answer/props";

export const CodingAnswer = ({ Code, question, answer, overLimit, onChange }: KindProps) => (
  <Code {...{ question, answer, overLimit, onChange }} />
);
