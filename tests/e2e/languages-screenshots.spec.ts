// Contact sheets of the candidate's pages in each language, for people who read them: `docs/pictures/languages/`.

import type { Browser, Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { type Visitor, WALKS } from "./support/candidate-walk.ts";
import { isLoaded } from "./support/demo.ts";
import { keepPicture } from "./support/docs-pictures.ts";
import { expect, test } from "./support/fixtures.ts";
import { catalogue } from "./support/pseudo.ts";
import { fits, standsStill } from "./support/still.ts";

const LARGEST = 400 * 1024;
const LANGUAGES = ["en", "de", "fr", "es", "pt-BR", "pl", "ar", "ja"];
/** A phone, and a desk; what a screen shows of a page. */
const SCREENS = [
  { name: "phone", width: 360, height: 740, columns: 6 },
  { name: "desk", width: 1280, height: 800, columns: 3 },
];
/** What follows in the name of a sheet, and the walks that it has. */
const SHEETS = {
  "": ["duringTest"],
  "-before": ["beforeStart", "inWaitingRoom", "inSession"],
  "-account": ["ofAccount", "ofLinks"],
} as const;

/** Two letters that look the same where the machine has no font for them. */
const LETTERS: Record<string, [string, string]> = { ar: ["ع", "ب"], ja: ["日", "語"] };

/** Fails on a machine that would draw boxes: on Debian, `fonts-ipafont-gothic` has Japanese. */
async function hasLetters(page: Page, tag: string): Promise<void> {
  const letters = LETTERS[tag];
  if (!letters) return;
  const drawn = await page.evaluate(
    (both) =>
      both.map((letter) => {
        const canvas = document.createElement("canvas");
        canvas.width = canvas.height = 64;
        const brush = canvas.getContext("2d");
        if (brush) brush.font = "40px sans-serif";
        brush?.fillText(letter, 8, 48);
        return canvas.toDataURL();
      }),
    letters,
  );
  expect(drawn[0], `a font with ${letters}`).not.toBe(drawn[1]);
}

/** Puts pictures beside each other, as WebP, which the browser encodes. */
async function sheet(browser: Browser, pictures: Buffer[], columns: number, width: number): Promise<Buffer> {
  const page = await browser.newPage();
  const sources = pictures.map((picture) => `data:image/png;base64,${picture.toString("base64")}`);
  const encoded = await page.evaluate(
    async ([sources, columns, width]) => {
      const images = await Promise.all(
        sources.map(async (source) => {
          const image = new Image();
          image.src = source;
          await image.decode();
          return image;
        }),
      );
      const height = Math.round((width * (images[0]?.height ?? 1)) / (images[0]?.width ?? 1));
      const canvas = document.createElement("canvas");
      canvas.width = columns * (width + 8);
      canvas.height = Math.ceil(images.length / columns) * (height + 8);
      const brush = canvas.getContext("2d");
      images.forEach((image, index) => {
        const [x, y] = [(index % columns) * (width + 8), Math.floor(index / columns) * (height + 8)];
        brush?.drawImage(image, x, y, width, height);
      });
      return canvas.toDataURL("image/webp", 0.7).split(",")[1] ?? "";
    },
    [sources, columns, width] as const,
  );
  await page.close();
  return Buffer.from(encoded, "base64");
}

/** Texts of a language by which its pages are found. English pages show the server's own words of a refusal. */
function saying(tag: string): Visitor["say"] {
  const texts = catalogue(tag);
  return (part, key, values = {}) => {
    if (tag === "en" && key === "wrong_code") return "This code is not valid.";
    const text = texts[part]?.[key];
    if (text === undefined) throw new Error(`no text ${part}.${key} in ${tag}`);
    return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? `{${name}}`));
  };
}

async function picturesOf(walk: (visitor: Visitor) => Promise<void>, visitor: Omit<Visitor, "sees">, tag: string): Promise<Buffer[]> {
  const { page } = visitor;
  const pictures: Buffer[] = [];
  const sees = async (where: string) => {
    await expect(page.locator("html")).toHaveAttribute("lang", tag);
    await isLoaded(page);
    await standsStill(page);
    await fits(page, `${where} (${tag})`);
    pictures.push(await page.screenshot({ animations: "disabled", caret: "hide" }));
  };
  await walk({ ...visitor, sees });
  return pictures;
}

for (const tag of LANGUAGES)
  test(`the candidate's pages in ${tag}`, async ({ browser, server }) => {
    test.setTimeout(1_200_000);
    const api = await Api.signIn(server);
    const name = { en: "Cara Candidate", ar: "ليلى حداد", ja: "佐藤 花子" }[tag] ?? "Zoë Müller-Dvořák";
    for (const { name: screen, width, height, columns } of SCREENS)
      for (const [sheetName, walks] of Object.entries(SHEETS)) {
        const pictures: Buffer[] = [];
        for (const walk of walks) {
          const context = await browser.newContext({ viewport: { width, height }, locale: tag, serviceWorkers: "block" });
          await context.addInitScript((chosen) => {
            if (location.protocol.startsWith("http")) localStorage.setItem("invigil_language", chosen);
          }, tag);
          const page = await context.newPage();
          await page.goto(`${server.url}/login`);
          await hasLetters(page, tag);
          const visitor = { page, server, api, mailbox: `${tag}.${width}`, name, say: saying(tag) };
          pictures.push(...(await picturesOf(WALKS[walk], visitor, tag)));
          await context.close();
        }
        const picture = await sheet(browser, pictures, columns, Math.min(width, 640));
        keepPicture(`languages/${tag}-${screen}${sheetName}`, picture, LARGEST);
      }
  });
