/** A part of a parsed message; `COUNT` is the `#` of a plural form. */
type Node = string | typeof COUNT | Argument | Tag;

interface Argument {
  name: string;
  /** By plural category, exact count ("=0") or value; absent for a plain argument. */
  forms?: Map<string, Node[]>;
  plural?: boolean;
}

interface Tag {
  tag: string;
  inside: Node[];
}

const COUNT = Symbol();
const SYNTAX = "{}<#";

/** Parses one message; throws for a malformed one, which a test of the catalogue finds. */
function parse(text: string): Node[] {
  let at = 0;
  const fail = (): never => {
    throw new Error(`malformed at ${at}: ${text}`);
  };
  const word = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(text) ?? fail();
    at = pattern.lastIndex;
    return found[1] ?? "";
  };

  function argument(): Argument {
    const name = word(/\{\s*(\w+)\s*/y);
    if (text[at] === "}") {
      at++;
      return { name };
    }
    const plural = word(/,\s*(plural|select)\s*,\s*/y) === "plural";
    const forms = new Map<string, Node[]>();
    while (text[at] !== "}") {
      const form = word(/([=\w]+)\s*\{/y);
      forms.set(form, nodes("}", plural));
      word(/\}\s*()/y);
    }
    at++;
    if (!forms.has("other")) fail();
    return { name, forms, plural };
  }

  function tag(): Tag {
    const name = word(/<(\w+)>/y);
    const inside = nodes("<", false);
    if (word(/<\/(\w+)>/y) !== name) fail();
    return { tag: name, inside };
  }

  function nodes(end: string, inPlural: boolean): Node[] {
    const found: Node[] = [];
    let plain = "";
    const flush = () => {
      if (plain) found.push(plain);
      plain = "";
    };
    while (at < text.length) {
      const char = text[at] ?? "";
      if (char === end && (end === "}" || text[at + 1] === "/")) break;
      if (char === "'" && text[at + 1] === "'") {
        plain += char;
        at += 2;
      } else if (char === "'" && SYNTAX.includes(text[at + 1] ?? " ")) {
        plain += word(/'([^']*)'/y);
      } else if (char === "{" || char === "<") {
        flush();
        found.push(char === "{" ? argument() : tag());
      } else if (char === "}") {
        fail();
      } else if (char === "#" && inPlural) {
        flush();
        found.push(COUNT);
        at++;
      } else {
        plain += char;
        at++;
      }
    }
    flush();
    return found;
  }

  const found = nodes("", false);
  return at < text.length ? fail() : found;
}

const parsed = new Map<string, Node[]>();

/** Values of a message's arguments, and what makes its tags. */
export type Values<V> = Readonly<Record<string, string | number | V | ((inside: V) => V)>>;

/** A number with the decimal mark of the language, in the digits 0 to 9. */
const shown = (locale: string, number: number) =>
  Number.isInteger(number)
    ? String(number)
    : number.toLocaleString(`${locale}-u-nu-latn`, { useGrouping: false, maximumFractionDigits: 20 });

/**
 * The pieces of an ICU message: arguments, plural and select forms (docs: https://unicode-org.github.io/icu), and tags as
 * in "Read <link>the rules</link>." `join` makes the inside of a tag from its pieces.
 */
export function format<V>(
  locale: string,
  text: string,
  values: Values<V>,
  join: (pieces: (string | V)[]) => V,
): (string | V)[] {
  let nodes = parsed.get(text);
  if (!nodes) {
    nodes = parse(text);
    parsed.set(text, nodes);
  }
  const pieces = (of: Node[], count: number): (string | V)[] =>
    of.flatMap((node) => {
      if (typeof node === "string") return [node];
      if (node === COUNT) return [shown(locale, count)];
      if ("tag" in node) return [(values[node.tag] as (inside: V) => V)(join(pieces(node.inside, count)))];
      const { name, forms, plural } = node;
      const value = values[name] as string | number | V;
      if (!forms) return [typeof value === "number" ? shown(locale, value) : value];
      const form =
        forms.get(plural ? `=${value}` : String(value)) ??
        (plural && forms.get(new Intl.PluralRules(locale).select(Number(value)))) ??
        undefined;
      return pieces(form || (forms.get("other") ?? []), plural ? Number(value) : count);
    });
  return pieces(nodes, 0);
}
