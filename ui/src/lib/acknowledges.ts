/** The object, or an empty one. */
export const recordOf = (body: unknown): Record<string, unknown> =>
  typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};

export const isInstant = (value: unknown): boolean =>
  typeof value === "string" && !Number.isNaN(Date.parse(value));

/** The acknowledgement of these entries: each is named, with its number or a larger one. */
export const acknowledges =
  (entries: { question_id: string; seq: number }[]) =>
  (body: unknown): boolean => {
    const { acked, server_time, deadline, late, submitted } = recordOf(body);
    if (!Array.isArray(acked) || !isInstant(server_time) || !isInstant(deadline)) return false;
    if (typeof late !== "boolean" || typeof submitted !== "boolean") return false;
    const numbers = new Map<unknown, unknown>(acked.map(recordOf).map((ack) => [ack.question_id, ack.seq]));
    return entries.every(({ question_id, seq }) => {
      const number = numbers.get(question_id);
      return typeof number === "number" && number >= seq;
    });
  };
