import type { Passage } from "@/api/types";
import { type Languages, shownPassage, shownTitle } from "@/lib/translated";
import { FormattedText } from "./FormattedText";

/** Languages of the text as it was written, which is what staff reads. */
const ORIGINAL: Languages = { page: "", source: undefined };

interface PrintedPassageProps {
  passage: Passage;
  /** Where the page's language counts. */
  languages?: Languages | undefined;
}

/** In full: paper does not scroll. */
export function PrintedPassage({ passage, languages = ORIGINAL }: PrintedPassageProps) {
  const title = shownTitle(passage, languages);
  return (
    <div className="mb-4 border-line border-s-2 ps-4">
      {title.source && (
        <p dir="auto" lang={title.lang} className="mb-1 font-semibold">
          {title.source}
        </p>
      )}
      <FormattedText {...shownPassage(passage, languages)} />
    </div>
  );
}
