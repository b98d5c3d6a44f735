import type { Agreed } from "@/api/types";
import { t } from "./agreed-texts";

/** The agreement as it is stored, or as it is sent. */
type Known = { [K in keyof Agreed]?: Agreed[K] | null | undefined };

/** What was agreed beside extra time, in words for staff. */
export function agreedWords(agreed: Known | null | undefined): string[] {
  if (!agreed) return [];
  const { breaks, larger_type, no_camera, helper } = agreed;
  const words: string[] = [];
  if (breaks) {
    const { count, minutes, in_sum } = breaks;
    words.push(t(in_sum ? "breaksTogether" : "breaksEach", { count, minutes }));
  }
  if (larger_type) words.push(t("largerType"));
  if (no_camera) words.push(t("noCamera"));
  if (helper) words.push(t("helper", { helper }));
  return words;
}
