type Words = (sentence: string) => string | undefined;

let inWords: Words = () => undefined;

/** In another language than English, rooms of staff bring the words. */
export const wordSentences = (own: Words): void => {
  inWords = own;
};

/** A sentence of a reply of the server in the language of the page, or as it came. */
export const serverWords = (sentence: string): string => inWords(sentence) ?? sentence;
