export interface MarkedOption {
  id: string;
  text: string;
  content: unknown;
  chosen: boolean;
  correct: boolean;
}
