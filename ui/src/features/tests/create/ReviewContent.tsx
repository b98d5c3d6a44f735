import { sizeWords } from "@/features/question-kinds/labels";
import {
  blankSection,
  type Content,
  type Item,
  isDivided,
  type Passage,
  paperSize,
  passagesOf,
  type Section,
  sectionsOf,
} from "@/features/questions/content/sections";
import { points, questionCount } from "@/lib/format";
import { itemLine, sectionRules } from "../labels";
import { askedAbout, passageName } from "../sections/passages";
import { t as words } from "../sections/texts";
import { t } from "./texts";

const sizeOf = (items: Item[]) => paperSize({ questions: [], sections: [{ ...blankSection(""), items }] });

/** The questions of a test in their order, under its sections if it has some. */
export function ReviewContent({ content }: { content: Content }) {
  const sections = sectionsOf(content);
  let before = 0;
  const lists = sections.map((section) => {
    const from = before;
    before += sizeOf(section.items).questions;
    return { section, from };
  });
  if (!isDivided(content))
    return lists.map(({ section }) => <Items key={section.id} section={section} from={0} />);
  return lists.map(({ section, from }, place) => {
    const size = sizeOf(section.items);
    const name = section.title.trim() || words("section", { number: place + 1 });
    const about = [t("size", { questions: questionCount(size.questions), points: points(size.points) })];
    return (
      <section key={section.id} aria-label={name} className="mt-4">
        <h4 dir="auto" className="font-medium text-sm">
          {name}
        </h4>
        <p className="text-muted text-xs tabular-nums">{[...about, ...sectionRules(section)].join(", ")}</p>
        {section.instructions?.trim() && (
          <p dir="auto" className="mt-1 line-clamp-3 max-w-prose whitespace-pre-wrap text-ink-2 text-xs">
            {section.instructions}
          </p>
        )}
        <Passages section={section} />
        <Items section={section} from={from} />
      </section>
    );
  });
}

function Passages({ section }: { section: Section }) {
  const passages = passagesOf(section);
  if (passages.length === 0) return null;
  const sizeWords = (passage: Passage) => questionCount(sizeOf(askedAbout(section, passage.id)).questions);
  return (
    <ul aria-label={t("passages")} className="mt-1 text-ink-2 text-xs tabular-nums">
      {passages.map((passage, index) => (
        <li key={passage.id} dir="auto">
          {t("passageSize", { passage: passageName(passage, index), questions: sizeWords(passage) })}
        </li>
      ))}
    </ul>
  );
}

function Items({ section, from }: { section: Section; from: number }) {
  const passages = passagesOf(section);
  let number = from + 1;
  return (
    <ol className="mt-2 divide-y divide-line text-sm">
      {section.items.map((item) => {
        const first = number;
        const size = sizeOf([item]);
        number += size.questions;
        const place = passages.findIndex(({ id }) => id === item.passage);
        const passage = passages[place];
        const parts = item.kind === "pool" ? "" : sizeWords(item.question);
        return (
          <li key={item.id} className="flex justify-between gap-4 py-2">
            <span className="min-w-0">
              <span className="line-clamp-2">
                <span className="text-muted tabular-nums">
                  {size.questions > 1 ? `${first}–${number - 1}.` : `${first}.`}
                </span>{" "}
                <bdi>{itemLine(item)}</bdi>
              </span>
              {passage && (
                <span dir="auto" className="block text-muted text-xs">
                  {words("about", { passage: passageName(passage, place) })}
                </span>
              )}
            </span>
            <span className="max-w-2/5 shrink-0 text-end text-muted text-xs leading-5 tabular-nums">
              {parts && `${parts}, `}
              {points(size.points)}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
