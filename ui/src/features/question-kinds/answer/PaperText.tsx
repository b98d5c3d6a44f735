import type { ComponentProps } from "react";
import { FormattedText } from "@/ui/rich-text/FormattedText";

/** A text of the question paper, as the candidate sees it. */
export function PaperText(props: ComponentProps<typeof FormattedText>) {
  return <FormattedText {...props} />;
}
