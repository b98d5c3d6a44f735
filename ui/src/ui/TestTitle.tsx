import type { TestIntro } from "@/api/types";
import { languagesOf, shownTitle } from "@/lib/translated";

interface TestTitleProps {
  test: Pick<TestIntro, "title" | "language" | "translations">;
}

/** The title of a test as candidates read it. Its direction is for what is around it. */
export function TestTitle({ test }: TestTitleProps) {
  const { source, lang } = shownTitle(test, languagesOf(test));
  return <span lang={lang}>{source}</span>;
}

/** In a sentence of the page. */
export const QuotedTitle = (props: TestTitleProps) => (
  <bdi>
    <TestTitle {...props} />
  </bdi>
);
