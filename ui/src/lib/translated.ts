// Texts of a test as candidates read them: in the language of the page where its author has translated them, else as they were
// written.
import { languageTag } from "@/i18n";

export interface Languages {
  /** Tag of the page's language. */
  page: string;
  /** Tag of the language in which the test was written; undefined where it is not known. */
  source: string | undefined;
}

/** A text of the author as it is shown. */
export interface ShownText {
  source: string;
  /** Its tree, where it is formatted. */
  content: unknown;
  /** Tag of its language; undefined where it is not known. */
  lang: string | undefined;
}

interface Translated<T> {
  translations?: Record<string, T>;
}
interface Title {
  title?: string;
}
interface TakenTest {
  test_title: string;
  test_language?: string | undefined;
  test_translations?: Record<string, Title> | undefined;
}
interface Description {
  description?: string;
  description_content?: unknown;
}
interface Instructions {
  instructions?: string;
  instructions_content?: unknown;
}
interface PassageText {
  text?: string;
  content?: unknown;
}

/** Languages of a test on the page that is shown. */
export const languagesOf = ({ language }: { language?: string | undefined }): Languages => ({
  page: languageTag(),
  source: language,
});

/** The translation for the page; undefined where there is none. */
export const inPage = <T>({ translations = {} }: Translated<T>, { page }: Languages): T | undefined =>
  Object.hasOwn(translations, page) ? translations[page] : undefined;

/** Reads one text of the author: each is shown in its own language, whatever the others are in. */
const reading =
  <T extends object>(read: (texts: T) => [text: string | undefined, content?: unknown]) =>
  (of: T & Translated<T>, languages: Languages): ShownText => {
    const translation = inPage(of, languages);
    const [text, content] = translation ? read(translation) : [];
    if (text) return { source: text, content, lang: languages.page };
    const [own = "", tree] = read(of);
    return { source: own, content: tree, lang: languages.source };
  };

/** Title of a test, a section or a passage; empty without one. */
export const shownTitle = reading<Title>(({ title }) => [title]);
/** Title of a test that was taken, as receipts and links name it. */
export const takenTitle = ({ test_title: title, test_language: language, test_translations }: TakenTest) =>
  shownTitle({ title, translations: test_translations ?? {} }, languagesOf({ language }));
export const shownDescription = reading<Description>((test) => [test.description, test.description_content]);
export const shownInstructions = reading<Instructions>((section) => [
  section.instructions,
  section.instructions_content,
]);
export const shownPassage = reading<PassageText>(({ text, content }) => [text, content]);
