/** Lets a thing begin that is not under way already; two are the same when their content is. */
export function onlyOnce() {
  const underWay = new Set<string>();
  const name = (content: unknown) => JSON.stringify(content, plain) ?? "";
  return {
    begin(content: unknown): boolean {
      const key = name(content);
      if (underWay.has(key)) return false;
      underWay.add(key);
      return true;
    },
    over(content: unknown): void {
      underWay.delete(name(content));
    },
  };
}

/** Files and pictures say nothing of themselves in JSON. */
function plain(_key: string, value: unknown): unknown {
  if (!(value instanceof Blob)) return value;
  return [value.size, value.type, value instanceof File ? value.name : ""];
}
