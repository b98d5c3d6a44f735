/** Number of page links that a list shows at once. */
const PAGE_BUTTONS = 5;

/** The page numbers to show: up to five, with the current one as near the middle as the ends allow. */
export function pageWindow(page: number, totalPages: number, size = PAGE_BUTTONS): number[] {
  const count = Math.min(size, Math.max(totalPages, 0));
  const first = Math.max(1, Math.min(page - Math.floor(size / 2), totalPages - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}
