/** Columns of lists that one may show or hide, as they stand in the URL. */

interface Known<K extends string> {
  key: K;
  label: string;
}

/** The columns of the URL, in the order of the table. `first`: those of a URL that names none. */
export function columnsOf<K extends string>(
  all: readonly Known<K>[],
  first: readonly K[],
  params: URLSearchParams,
): K[] {
  const named = params.get("cols")?.split(",");
  return all.map(({ key }) => key).filter((key) => (named ? named.includes(key) : first.includes(key)));
}

/** The change of the URL that shows or hides a column. */
export function columnsParams<K extends string>(
  all: readonly Known<K>[],
  first: readonly K[],
  shown: readonly K[],
  toggled: K,
): Record<string, string | null> {
  const next = all.map(({ key }) => key).filter((key) => shown.includes(key) !== (key === toggled));
  const isDefault =
    next.join() ===
    all
      .map(({ key }) => key)
      .filter((key) => first.includes(key))
      .join();
  // An empty value would be dropped from the URL, and mean the default.
  return { cols: isDefault ? null : next.join() || "none" };
}
