import type { Content } from "./content";
import { RichText, type RichTextProps } from "./RichText";

interface FormattedTextProps extends Omit<RichTextProps, "content"> {
  /** The tree of the API; a plain text has none. */
  content: unknown;
}

/** A text of the API, in its format. */
export function FormattedText({ content, source, ...rest }: FormattedTextProps) {
  const tree = (content as Content | undefined | null) ?? { plain: source };
  return <RichText content={tree} source={source} {...rest} />;
}
