// A picture in a question: chosen and pasted by the author, shown to the candidate without the server too, and in the result.

import type { Locator, Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { expect, signIn, test } from "./support/fixtures.ts";
import { submit } from "./support/take.ts";

/** A PNG of 60 by 40 pixels in one colour, drawn by the browser. */
async function png(page: Page, colour: string): Promise<Buffer> {
  const url = await page.evaluate((colour) => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 60, height: 40 });
    const context = canvas.getContext("2d");
    if (context) context.fillStyle = colour;
    context?.fillRect(0, 0, 60, 40);
    return canvas.toDataURL("image/png");
  }, colour);
  return Buffer.from(url.split(",")[1] ?? "", "base64");
}

async function isDrawn(picture: Locator): Promise<void> {
  await expect(picture).toBeVisible();
  const width = () => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth);
  await expect.poll(width).toBe(60);
}

const keptPictures = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open("invigil-pictures");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const counting = opening.result.transaction("pictures").objectStore("pictures").count();
          counting.onsuccess = () => resolve(counting.result);
        };
      }),
  );

test("a picture is stored by the author and shown to the candidate, offline too", async ({ page, server }) => {
  await signIn(page, server);
  await page.getByRole("link", { name: "Create Test" }).click();
  await page.getByPlaceholder("Enter test title").fill("Diagrams");
  await page.getByPlaceholder("Enter test description").fill("Read the diagram.");
  await page.getByRole("button", { name: "Next: Questions" }).click();
  await page.getByLabel("Question type").selectOption({ label: "Essay" });
  await page.getByLabel("Text format").selectOption("markdown");
  const question = page.getByRole("textbox", { name: "Question", exact: true });
  await question.fill("What does it show? ");
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Picture" }).click();
  await (await choosing).setFiles({ name: "plan.png", mimeType: "image/png", buffer: await png(page, "#b33") });
  await expect(question).toHaveValue(/!\[\]\(picture:[0-9a-f]{64}\)/);
  await expect(page.getByText("A picture has no description.")).toBeVisible();
  // The caret is where the alternative text belongs.
  await page.keyboard.type("A red box");
  await expect(question).toHaveValue(/!\[A red box\]/);
  await expect(page.getByText("A picture has no description.")).toHaveCount(0);
  const preview = page.getByRole("region", { name: "Preview", exact: true });
  await isDrawn(preview.getByRole("img", { name: "A red box" }));

  await question.press("Control+End");
  await question.evaluate((field, bytes) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([new Uint8Array(bytes)], "image.png", { type: "image/png" }));
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, [...(await png(page, "#33b"))]);
  await expect(preview.locator("img")).toHaveCount(2);
  await page.getByRole("button", { name: "Add Question" }).click();
  await page.getByRole("button", { name: "Next: Review" }).click();
  await expect(page.getByText("What does it show? A red box")).toBeVisible();
  await page.getByRole("button", { name: "Create Test" }).click();
  await expect(page.getByText("Test created successfully!")).toBeVisible();

  const api = await Api.signIn(server);
  const [created] = await api.get<{ id: string }[]>("/tests");
  const invite = await api.invite(created?.id ?? "", "cara@example.org", "Cara Candidate");
  const context = await page.context().browser()?.newContext();
  if (!context) throw new Error("no browser");
  const candidate = await context.newPage();
  await candidate.goto(`${server.url}/take-test/${invite.token}`);
  await candidate.getByRole("button", { name: "Start Test" }).click();
  await isDrawn(candidate.getByRole("img", { name: "A red box" }));
  await expect.poll(() => keptPictures(candidate)).toBe(2);
  const shellKept = () => candidate.evaluate(async () => Boolean(await caches.match("/take-test/", { ignoreVary: true })));
  await expect.poll(shellKept).toBe(true);

  await server.stop("SIGKILL");
  await candidate.reload();
  await isDrawn(candidate.getByRole("img", { name: "A red box" }));
  await server.start();
  await candidate.getByRole("textbox", { name: /answer/i }).fill("A box.");
  await expect(candidate.getByText(/Saved on the server at/).filter({ visible: true })).toBeVisible();
  await submit(candidate);
  await expect(candidate.getByText(/Test submitted successfully!/)).toBeVisible();
  await expect.poll(() => keptPictures(candidate)).toBe(0);
  await context.close();

  await page.goto(`${server.url}/admin?tab=results`);
  await page.getByRole("button", { name: "View Details" }).first().click();
  await isDrawn(page.getByRole("dialog").getByRole("img", { name: "A red box" }));
});
