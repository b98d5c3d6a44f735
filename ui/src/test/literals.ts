// Finds texts that stand in the source, for tests of rooms whose texts are in the catalogue.
import ts from "typescript";

const TEXT_ATTRIBUTE =
  /^(aria-(label|description|roledescription|valuetext)|title|placeholder|alt|text|hint|detail|description|error|empty|.*[lL]abel)$/;
/** "Word word" or "word word", as no path, header or key begins; classes are left out by their place. */
const SENTENCE = /^[A-Z]?[a-z']+ [a-z{]+([ .!?:,].*)?$/;
/** A word as labels are written. */
const WORD = /^[A-Z][a-z]+[.!?:]?$/;
/** Names that are the same in every language: keys, headers, systems, programming languages, formats, the sample's input. */
const NAME =
  /^(Enter|Escape|Tab|Home|End|Shift|Meta|Control|Authorization|Link|Android|Java|Go|Kotlin|Markdown|Python|Ruby|Rust|Swift|Aiken|Ada)$/;
const CLASSES = /^(class(Name)?|.*ClassName|d)$/;
/** Compared with what the server or the browser says, or data: not shown from here. */
const NOT_SHOWN = new Set([
  "Invigil",
  "Complete your oldest test first",
  "Bearer {}",
  "own name",
  "openid profile email",
  "object {}",
  "no leader",
  "&middot;",
  "no section",
  "too slow",
  "while xor yield",
  "true false null",
  "noopener noreferrer nofollow",
  "rich-text {}",
  // Commands, as they are typed.
  "invigil rehearse --server {} --token-file token --session {} --candidates {}",
  // Examples in fields.
  "kg",
  "two_sum(numbers, target)",
  "(the )?big apple",
  "submission.decide",
  // Commands.
  "invigil runner --server {} --token-file FILE",
  // Names of what this browser keeps.
  "bank question {}",
  "exam browser",
  "generate questions",
  "generate test",
  "test {}",
  "the site",
  "{} facts",
  "draft {}",
  "reason {}",
  "note {}",
  "comment {}",
]);
/** Addresses and hosts in fields, as examples. */
const EXAMPLE = /^\S*example\.(org|com|edu)\S*$/;
/** Lists of words of a programming language or of MathML. */
const WORD_LIST = /^[a-z_]+( [a-z_]+){7,}$/;

export const parse = (file: string, text: string) =>
  ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith("x") ? ts.ScriptKind.TSX : undefined,
  );

/** Classes, patterns, names under which something is kept, and what only a developer reads. */
const isNoText = (node: ts.Node) =>
  (ts.isJsxAttribute(node) && CLASSES.test(node.name.getText())) ||
  (ts.isPropertyAssignment(node) && /^(queryKey|id)$/.test(node.name.getText())) ||
  (ts.isCallExpression(node) && /^(clsx|useKept|useKeptRecord|useDraft)$/.test(node.expression.getText())) ||
  (ts.isNewExpression(node) && /^(Error|RegExp|RangeError)$/.test(node.expression.getText()));

/** A single word as a label; within a template it is the end of a key, and some are the beginning of a name. */
const isWord = (node: ts.StringLiteralLike) => {
  const { parent } = node;
  const isPart =
    ts.findAncestor(node, ts.isTemplateSpan) !== undefined ||
    (ts.isCallExpression(parent) && /\.(starts|ends)With$/.test(parent.expression.getText()));
  return WORD.test(node.text) && !NAME.test(node.text) && !isPart;
};

/** Texts that stand in the source. */
export function literals(file: string, source: string): string[] {
  const found: string[] = [];
  const root = parse(file, source);
  const note = (node: ts.Node, text: string) => {
    const { line } = root.getLineAndCharacterOfPosition(node.getStart());
    const shown = text.replace(/\s+/g, " ").trim();
    if (!NOT_SHOWN.has(shown) && !EXAMPLE.test(shown) && !WORD_LIST.test(shown))
      found.push(`${file}:${line + 1}: ${shown}`);
  };
  const isShown = (node: ts.Node): boolean => {
    const { parent } = node;
    if (ts.isJsxAttribute(parent)) return TEXT_ATTRIBUTE.test(parent.name.getText());
    if (ts.isJsxExpression(parent)) return ts.isJsxAttribute(parent.parent) ? isShown(parent) : true;
    if (ts.isConditionalExpression(parent)) return parent.condition !== node && isShown(parent);
    if (ts.isParenthesizedExpression(parent)) return isShown(parent);
    if (ts.isBinaryExpression(parent)) {
      const passes = [
        ts.SyntaxKind.AmpersandAmpersandToken,
        ts.SyntaxKind.BarBarToken,
        ts.SyntaxKind.QuestionQuestionToken,
      ];
      return passes.includes(parent.operatorToken.kind) && isShown(parent);
    }
    return false;
  };
  /** `list.join(" or ")`. */
  const isBetweenWords = ({ parent }: ts.Node) =>
    ts.isCallExpression(parent) && /\.join$/.test(parent.expression.getText());
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || isNoText(node)) return;
    if (ts.isJsxText(node) && /\p{L}/u.test(node.text)) note(node, node.text);
    if (ts.isStringLiteralLike(node)) {
      if (
        isWord(node) ||
        SENTENCE.test(node.text) ||
        (/\p{L}/u.test(node.text) && (isShown(node) || isBetweenWords(node)))
      )
        note(node, node.text);
    }
    if (ts.isTemplateExpression(node)) {
      const text = node.head.text + node.templateSpans.map((span) => `{}${span.literal.text}`).join("");
      if (
        SENTENCE.test(text) ||
        /\p{L} \{|\{\} \p{L}/u.test(text) ||
        (/\p{L}{2}/u.test(text) && isShown(node))
      )
        note(node, text);
    }
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}
