// Pictures of the documentation: made at a fixed time, so that only what has changed differs between two runs.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, type Page, test } from "@playwright/test";

/** A Tuesday morning, also in Berlin. */
export const NOW = "2027-03-02T09:40:00Z";
const FOLDER = fileURLToPath(new URL("../../../docs/pictures/", import.meta.url));

/** The server of a debug build begins at this time; those of other files do not, where they run beside this one. */
export function atFixedTime(): void {
  test.beforeAll(() => {
    process.env.INVIGIL_CLOCK = NOW;
  });
  test.afterAll(() => {
    delete process.env.INVIGIL_CLOCK;
  });
}

/** As WebP, which the browser encodes. */
export async function webp(page: Page, png: Buffer, quality = 0.9): Promise<Buffer> {
  const blank = await page.context().newPage();
  const encoded = await blank.evaluate(
    async ([source, quality]) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.width, image.height];
      canvas.getContext("2d")?.drawImage(image, 0, 0);
      return canvas.toDataURL("image/webp", quality).split(",")[1] ?? "";
    },
    [`data:image/png;base64,${png.toString("base64")}`, quality] as const,
  );
  await blank.close();
  return Buffer.from(encoded, "base64");
}

/** Writes `docs/pictures/<name>.webp`, which has fewer bytes than `limit`. */
export function keepPicture(name: string, picture: Buffer, limit: number): void {
  expect(picture.length, name).toBeLessThan(limit);
  const path = `${FOLDER}${name}.webp`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, picture);
}
