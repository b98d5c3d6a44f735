/** Pixels. Below this width a tile's text is unreadable. */
const MIN_WIDTH = 168;
const GAP = 8;
/** Aspect ratio of a tile; crops little of the camera's 4:3. */
const ASPECT_RATIO = 1.36;
/** Maximum tiles of a page, and of one connection. */
export const MAX_TILES = 48;

export interface Grid {
  columns: number;
  rows: number;
  /** Pixels. */
  width: number;
  height: number;
}

const heightOf = (width: number) => width / ASPECT_RATIO;

function filled(columns: number, rows: number, width: number, height: number): Grid {
  const byWidth = (width - GAP * (columns - 1)) / columns;
  const byHeight = ((height - GAP * (rows - 1)) / rows) * ASPECT_RATIO;
  const tile = Math.floor(Math.min(byWidth, byHeight));
  return { columns, rows, width: tile, height: Math.floor(heightOf(tile)) };
}

/** How many tiles of a readable size the window holds. */
export function room(width: number, height: number): number {
  const narrow = Math.min(MIN_WIDTH, Math.max(1, width));
  const columns = Math.max(1, Math.floor((width + GAP) / (narrow + GAP)));
  const rows = Math.max(1, Math.floor((height + GAP) / (heightOf(narrow) + GAP)));
  return Math.min(MAX_TILES, columns * rows);
}

/** The largest tiles of one size of which `count` fill the window without scrolling. */
export function gridFor(count: number, width: number, height: number): Grid {
  let best = filled(1, Math.max(1, count), width, height);
  for (let columns = 2; columns <= count; columns++) {
    const grid = filled(columns, Math.ceil(count / columns), width, height);
    if (grid.width > best.width) best = grid;
  }
  return best;
}

export interface PageOf<T> {
  items: T[];
  page: number;
  pages: number;
}

/** One page of a list; a page beyond the end is the last one. */
export function pageOf<T>(items: T[], wanted: number, size: number): PageOf<T> {
  const pages = Math.max(1, Math.ceil(items.length / size));
  const page = Math.min(Math.max(1, Number.isInteger(wanted) ? wanted : 1), pages);
  return { items: items.slice((page - 1) * size, page * size), page, pages };
}

/** Target of a key press at tile `at` of `count`; null for other keys. */
export function moved(key: string, at: number, count: number, columns: number): number | null {
  const last = count - 1;
  const to: Record<string, number> = {
    ArrowRight: at + 1,
    j: at + 1,
    J: at + 1,
    ArrowLeft: at - 1,
    k: at - 1,
    K: at - 1,
    ArrowDown: at + columns,
    ArrowUp: at - columns,
    Home: 0,
    End: last,
  };
  const target = to[key];
  if (target === undefined) return null;
  return target < 0 || target > last ? at : target;
}
