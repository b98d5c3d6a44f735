import { FormattedText } from "./FormattedText";

interface DescriptionProps {
  test: { description: string; description_content?: unknown };
  className: string;
}

/** The description of a test, in its format. */
export function Description({ test, className }: DescriptionProps) {
  return <FormattedText content={test.description_content} source={test.description} className={className} />;
}
