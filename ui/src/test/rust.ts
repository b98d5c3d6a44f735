// The texts in the server's source, for tests that compare the page's catalogues with it.
import { readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { format, type Values } from "@/i18n/message";

export const SERVER = resolve(dirname(fileURLToPath(import.meta.url)), "../../../src");
/** Where the server puts a value into a text. */
export const HOLE = "\0";

/** The files of Rust below a folder of the server, by their paths from its source. */
export const rustFiles = (folder: string): string[] =>
  readdirSync(join(SERVER, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".rs"))
    .map((file) => join(folder, file));

const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|r(#*)"[\s\S]*?"\1|"((?:[^"\\]|\\[\s\S])*)"|'(?:[^'\\\n]|\\(?:[nrt0\\'"]|x[0-9a-f]{2}|u\{[0-9a-f]+\}))'/g;

/** The texts in a file of Rust, with a mark where `format!` puts a value. */
export const literalsOf = (source: string) =>
  [...source.matchAll(TOKEN)]
    .flatMap(([, , text]) => (text === undefined ? [] : [text]))
    .map((text) =>
      text
        .replace(/\\\n\s*/g, "")
        .replace(/\\u\{([0-9a-f]+)\}/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
        .replace(/\\(["\\])/g, "$1")
        .replace(
          /\{\{|\}\}|\{[^{}\s]*\}/g,
          (braces) => (braces.length === 2 && braces !== "{}" ? braces[0] : HOLE) ?? "",
        ),
    );

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
/** Finds a text that has anything where the marks are. */
export const patternOf = (text: string) =>
  new RegExp(`^${text.split(HOLE).map(escaped).join("([\\s\\S]+?)")}$`);

const holes = new Proxy({}, { get: () => HOLE }) as Values<string>;
/** A message of a catalogue with marks for its arguments. */
export const withHoles = (message: string) => format<string>("en", message, holes, () => "").join("");
