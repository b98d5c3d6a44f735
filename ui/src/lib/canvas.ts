export const jpeg = (canvas: HTMLCanvasElement, quality: number) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));

const DRAWN = [40, 80, 120];
/** Colour tolerance: some browsers add a little invisible noise. */
const TOLERANCE = 8;

/** Whether a page can read back a canvas: Firefox returns stripes instead when it resists fingerprinting. */
export function readsBack(): boolean {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (!context) return false;
  context.fillStyle = `rgb(${DRAWN.join(" ")})`;
  context.fillRect(0, 0, 8, 8);
  const { data } = context.getImageData(0, 0, 8, 8);
  return data.every((value, at) => at % 4 === 3 || Math.abs(value - (DRAWN[at % 4] ?? 0)) <= TOLERANCE);
}
