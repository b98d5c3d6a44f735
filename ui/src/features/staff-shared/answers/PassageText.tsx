import type { Passage } from "@/api/types";
import { FormattedText } from "@/ui/rich-text/FormattedText";
import { t } from "../texts";

/** The passage that questions are about, for those who read an answer or a paper. It can be folded. */
export function PassageText({ passage, open = true }: { passage: Passage; open?: boolean }) {
  return (
    <details open={open} className="mb-3 rounded-control border border-line bg-subtle px-4 py-2">
      <summary dir="auto" className="cursor-pointer font-semibold text-sm">
        {passage.title || t("passage")}
      </summary>
      <FormattedText
        content={passage.content}
        source={passage.text}
        className="mt-2 max-h-80 overflow-y-auto text-sm"
      />
    </details>
  );
}
