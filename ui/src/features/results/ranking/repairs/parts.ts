/** The ids of an answer that is a list, such as `["o1","o2"]`; none of another text. */
export function idsOf(value: string): string[] {
  try {
    const ids: unknown = JSON.parse(value);
    return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

/** The parts of an answer that is an object, such as `{"l1":"r2"}`; none of another text. */
export function partsOf(value: string): Record<string, string> {
  try {
    const parts: unknown = JSON.parse(value);
    return parts && typeof parts === "object" && !Array.isArray(parts)
      ? (parts as Record<string, string>)
      : {};
  } catch {
    return {};
  }
}

/** A list as an answer; blank without any. */
export const listed = (ids: string[]) => (ids.some((id) => id !== "") ? JSON.stringify(ids) : "");

/** Parts as an answer, without those that are blank; blank without any. */
export function parted(parts: Record<string, string>): string {
  const filled = Object.entries(parts).filter(([, text]) => text.trim() !== "");
  return filled.length > 0 ? JSON.stringify(Object.fromEntries(filled)) : "";
}
