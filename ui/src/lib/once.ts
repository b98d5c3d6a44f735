/** Runs an action unless an equal one is in flight; keys are compared by content. */
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

/** Files are empty in JSON, and DOM elements are circular: both are compared by identity. */
function plain(_key: string, value: unknown): unknown {
  if (value instanceof Blob) return [value.size, value.type, value instanceof File ? value.name : ""];
  if (!(value instanceof Object) || Array.isArray(value) || value.constructor === Object) return value;
  const known = identities.get(value) ?? ++last;
  identities.set(value, known);
  return `object ${known}`;
}

const identities = new WeakMap<object, number>();
let last = 0;
