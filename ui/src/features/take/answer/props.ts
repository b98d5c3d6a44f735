export interface AnswerProps {
  answer: string;
  /** The last edit exceeded 64 KiB and was rejected. */
  overLimit: boolean;
  onChange(answer: string): void;
}
