// Starter code for a question that asks for a function: beside the function it has a harness that reads the arguments,
// one JSON value a line, calls the function and prints its result as JSON. All languages print numbers as JavaScript does,
// so that one expected output holds for them, but for whole numbers beyond 2^53, which JavaScript rounds. Python's result
// is read again, because its encoder writes numbers in one way. What this needs is defined after the call, since the function may use the same names.

const GENERATORS: Record<string, (shape: FunctionShape) => string> = {
  Python: python,
  JavaScript: javascript,
};

export const HARNESSED = Object.keys(GENERATORS);

export interface FunctionShape {
  name: string;
  parameters: string[];
}

const RESERVED = new Set(
  (
    "and as assert async await break case catch class const continue debugger def default del delete do elif else enum " +
    "except export extends false False finally for from function global if implements import in instanceof interface is " +
    "lambda let new None nonlocal not null or package pass private protected public raise re return static super switch " +
    "this throw true True try typeof var void while with yield arguments eval lines json sys " +
    "result text line Decimal JSON require console process undefined print str bytes"
  ).split(" "),
);

const isName = (text: string) => /^[A-Za-z_][A-Za-z0-9_]{0,59}$/.test(text) && !RESERVED.has(text);

/** Reads `two_sum(numbers, target)`; `null` where it is no such text. */
export function readFunction(text: string): FunctionShape | null {
  const [, name, list] = /^\s*([^\s(]+)\s*\(([^()]*)\)\s*$/.exec(text) ?? [];
  if (name === undefined || list === undefined) return null;
  const parameters = list.trim() === "" ? [] : list.split(",").map((parameter) => parameter.trim());
  const isValid =
    [name, ...parameters].every(isName) && new Set([name, ...parameters]).size === parameters.length + 1;
  return isValid && parameters.length <= 20 ? { name, parameters } : null;
}

function python({ name, parameters }: FunctionShape): string {
  return `def ${name}(${parameters.join(", ")}):
    # Write your code here.
    pass


# Please keep what follows: it reads the arguments and prints the result.
if __name__ == "__main__":
    import json
    import re
    import sys
    from decimal import Decimal

    lines = sys.stdin.buffer.read().decode().split("\\n")
    result = ${name}(*[json.loads(line) for line in lines if line.strip()])

    def number(digits):  # 2.0 is printed as 2.
        exact = Decimal(digits)
        return int(exact) if exact == int(exact) and abs(exact) < 1e21 else float(digits)

    def small(match):  # 1e-05 is printed as 0.00001, 1e-07 as 1e-7.
        token = match.group()
        if token[0] == '"' or "e-" not in token:
            return token
        return token.replace("e-0", "e-") if abs(float(token)) < 1e-6 else format(Decimal(token), "f")

    result = json.loads(json.dumps(result), parse_float=number, parse_constant=lambda name: None)
    text = json.dumps(result, separators=(",", ":"), ensure_ascii=False)
    text = re.sub(r'"(?:[^"\\\\]|\\\\.)*"|[-+.e0-9]+', small, text)
    sys.stdout.buffer.write(text.encode() + b"\\n")
`;
}

function javascript({ name, parameters }: FunctionShape): string {
  return `function ${name}(${parameters.join(", ")}) {
  // Write your code here.
}

// Please keep what follows: it reads the arguments and prints the result.
const lines = require("fs").readFileSync(0, "utf8").split("\\n");
const result = ${name}(...lines.filter((line) => line.trim() !== "").map((line) => JSON.parse(line)));
console.log(JSON.stringify(result ?? null));
`;
}

/** The starter code in those of the languages that have a harness. */
export function starterOf(shape: FunctionShape, languages: readonly string[]): Record<string, string> {
  const known = languages.flatMap((language) => {
    const generate = GENERATORS[language];
    return generate ? [[language, generate(shape)] as const] : [];
  });
  return Object.fromEntries(known);
}
