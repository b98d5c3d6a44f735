// Contact sheets of the candidate's pages in each language, for people who read them: `docs/pictures/languages/`.

import type { Browser, Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { isLoaded } from "./support/demo.ts";
import { keepPicture } from "./support/docs-pictures.ts";
import { expect, test } from "./support/fixtures.ts";
import { catalogue } from "./support/pseudo.ts";
import type { Server } from "./support/server.ts";
import { fits, standsStill } from "./support/still.ts";

const LARGEST = 400 * 1024;
const LANGUAGES = ["en", "de", "fr", "es", "pt-BR", "pl", "ar", "ja"];
/** A phone, and a desk; what a screen shows of a page. */
const SCREENS = [
  { name: "phone", width: 360, height: 740, columns: 4 },
  { name: "desk", width: 1280, height: 800, columns: 2 },
];

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
      return canvas.toDataURL("image/webp", 0.8).split(",")[1] ?? "";
    },
    [sources, columns, width] as const,
  );
  await page.close();
  return Buffer.from(encoded, "base64");
}

async function walk(page: Page, server: Server, tag: string, test_id: string, api: Api): Promise<Buffer[]> {
  const texts = catalogue(tag);
  const pictures: Buffer[] = [];
  const take = async (where: string) => {
    await expect(page.locator("html")).toHaveAttribute("lang", tag);
    await isLoaded(page);
    await standsStill(page);
    await fits(page, `${where} (${tag})`);
    pictures.push(await page.screenshot({ animations: "disabled", caret: "hide" }));
  };
  const button = (part: string, key: string) =>
    page
      .getByRole("button", { name: texts[part]?.[key] ?? "", exact: true })
      .filter({ visible: true })
      .first();

  await page.goto(`${server.url}/login`);
  await hasLetters(page, tag);
  await take("sign-in");
  const name = { en: "Cara Candidate", ar: "ليلى حداد", ja: "佐藤 花子" }[tag] ?? "Zoë Müller-Dvořák";
  const free = await api.invite(test_id, `free.${tag}.${page.viewportSize()?.width}@example.org`, name, {});
  await page.goto(`${server.url}/test-invite/${free.token}`);
  await expect(page.getByText(texts.invite?.importantNotes ?? "")).toBeVisible();
  await take("invite");
  const { token } = await api.invite(test_id, `${tag}.${page.viewportSize()?.width}@example.org`, name);
  await page.goto(`${server.url}/take-test/${token}`);
  await expect(button("takeStart", "checkCameraAndConnection")).toBeVisible();
  await take("intro");
  await button("take", "startTest").click();
  await expect(page.getByRole("radio").first()).toBeVisible();
  await page.getByRole("radio").first().check();
  await take("question");
  const submit = button("take", "submitTest");
  for (const kind of ["choice", "essay", "code"]) {
    await button("take", "next").click();
    if (kind !== "choice") await take(kind);
  }
  await submit.click();
  await expect(page.getByRole("dialog").or(page.getByRole("alertdialog"))).toBeVisible();
  await take("submit");
  const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"));
  await dialog.getByRole("button", { name: texts.takeEnd?.submitTest ?? "", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(submit).toBeHidden();
  await take("end");
  const own = await page
    .getByRole("link", { name: texts.receipt?.seeOrDelete ?? "", exact: true })
    .first()
    .getAttribute("href");
  await page.goto(new URL(own ?? "", server.url).href);
  await expect(page.getByRole("heading", { name: texts.receipt?.whatIsKept ?? "" })).toBeVisible();
  await take("own-page");
  await page.goto(`${server.url}/forgot-password`);
  await expect(page.getByRole("heading").first()).toBeVisible();
  await take("forgot-password");
  return pictures;
}

for (const tag of LANGUAGES)
  test(`the candidate's pages in ${tag}`, async ({ browser, server }) => {
    const api = await Api.signIn(server);
    const test_id = await api.createTest("Backend basics", 2);
    for (const { name, width, height, columns } of SCREENS) {
      const context = await browser.newContext({
        viewport: { width, height },
        locale: tag,
        serviceWorkers: "block",
      });
      const pictures = await walk(await context.newPage(), server, tag, test_id, api);
      await context.close();
      const picture = await sheet(browser, pictures, columns, Math.min(width, 640));
      keepPicture(`languages/${tag}-${name}`, picture, LARGEST);
    }
  });
