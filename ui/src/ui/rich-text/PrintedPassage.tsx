import type { Passage } from "@/api/types";
import { FormattedText } from "./FormattedText";

/** In full: paper does not scroll. */
export function PrintedPassage({ passage }: { passage: Passage }) {
  return (
    <div className="mb-4 border-line border-s-2 ps-4">
      {passage.title && (
        <p dir="auto" className="mb-1 font-semibold">
          {passage.title}
        </p>
      )}
      <FormattedText content={passage.content} source={passage.text} />
    </div>
  );
}
