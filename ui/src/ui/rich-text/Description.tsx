import type { TestIntro } from "@/api/types";
import { languagesOf, shownDescription } from "@/lib/translated";
import { FormattedText } from "./FormattedText";

/** The description of a test as candidates read it, in its format. */
export function Description({ test, className }: { test: TestIntro; className: string }) {
  return <FormattedText {...shownDescription(test, languagesOf(test))} className={className} />;
}
