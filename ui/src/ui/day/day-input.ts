export const DAY_FORM = "MM/DD/YYYY";

export interface DayInputProps {
  /** Midnight of the day in the viewer's zone. */
  value: Date | null;
  /** The first and the last day that can be chosen. */
  min?: Date | undefined;
  max?: Date | undefined;
  onChange(day: Date | null): void;
}
