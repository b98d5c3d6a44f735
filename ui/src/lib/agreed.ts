import type { Agreed } from "@/api/types";

/** As it is stored, or as it is sent. */
type Known = { [K in keyof Agreed]?: Agreed[K] | null | undefined };

/** What was agreed beside extra time, in words for staff. */
export function agreedWords(agreed: Known | null | undefined): string[] {
  if (!agreed) return [];
  const { breaks, larger_type, no_camera, helper } = agreed;
  const words: string[] = [];
  if (breaks) {
    const { count, minutes, in_sum } = breaks;
    const number = `${count} ${count === 1 ? "break" : "breaks"}`;
    words.push(`${number} of ${minutes} min${count > 1 ? (in_sum ? " together" : " each") : ""}`);
  }
  if (larger_type) words.push("Larger type");
  if (no_camera) words.push("No camera by agreement");
  if (helper) words.push(`Helper in the room: ${helper}`);
  return words;
}
