import { StreamLanguage, type StreamParser } from "@codemirror/language";

const words = (list: string) => Object.fromEntries(list.split(" ").map((word) => [word, true]));

const PHP_KEYWORDS = words(
  "abstract and array as break case catch class clone const continue declare default do echo else elseif enum " +
    "extends final finally fn for foreach function global goto if implements include instanceof interface match " +
    "namespace new or print private protected public readonly require return static switch throw trait try use var " +
    "while xor yield",
);

/** Lazily loaded parser of each language a test may use (docs/behaviour/tests.md#tests-and-questions). */
const PARSERS: Record<string, () => Promise<StreamParser<unknown>>> = {
  Python: async () => (await import("@codemirror/legacy-modes/mode/python")).python,
  JavaScript: async () => (await import("@codemirror/legacy-modes/mode/javascript")).javascript,
  TypeScript: async () => (await import("@codemirror/legacy-modes/mode/javascript")).typescript,
  Java: async () => (await import("@codemirror/legacy-modes/mode/clike")).java,
  "C++": async () => (await import("@codemirror/legacy-modes/mode/clike")).cpp,
  "C#": async () => (await import("@codemirror/legacy-modes/mode/clike")).csharp,
  Kotlin: async () => (await import("@codemirror/legacy-modes/mode/clike")).kotlin,
  PHP: async () => {
    const { clike } = await import("@codemirror/legacy-modes/mode/clike");
    return clike({
      name: "php",
      keywords: PHP_KEYWORDS,
      atoms: words("true false null"),
      blockKeywords: words("catch class do else elseif for foreach if switch try while finally"),
      multiLineStrings: true,
    });
  },
  Ruby: async () => (await import("@codemirror/legacy-modes/mode/ruby")).ruby,
  Go: async () => (await import("@codemirror/legacy-modes/mode/go")).go,
  Rust: async () => (await import("@codemirror/legacy-modes/mode/rust")).rust,
  Swift: async () => (await import("@codemirror/legacy-modes/mode/swift")).swift,
};

/** Undefined for an unknown language or a failed download: the editor then shows plain text. */
export async function languageSupport(name: string): Promise<StreamLanguage<unknown> | undefined> {
  try {
    const parser = await PARSERS[name]?.();
    return parser && StreamLanguage.define(parser);
  } catch {
    return undefined;
  }
}
