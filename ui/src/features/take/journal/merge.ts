import type { Ack, AnswerRecord, Entry } from "./types";

/** The record after the server's copy is known: the larger seq wins, and ours stays unsent if it is ours. */
export function mergeSaved(token: string, local: AnswerRecord | undefined, saved: Entry): AnswerRecord {
  if (local && local.seq > saved.seq) {
    return { ...local, acked_seq: Math.max(local.acked_seq, saved.seq) };
  }
  return {
    token,
    question_id: saved.question_id,
    answer: saved.answer,
    seq: saved.seq,
    acked_seq: saved.seq,
    edited_at: local?.edited_at ?? 0,
  };
}

/** The record after an entry came that has its number already: the larger one wins. */
export function keepNumbered(
  token: string,
  local: AnswerRecord | undefined,
  entry: Entry,
  acked_seq: number,
): AnswerRecord {
  const acked = Math.max(acked_seq, local?.acked_seq ?? 0);
  if (local && local.seq > entry.seq) return { ...local, acked_seq: acked };
  return { token, ...entry, acked_seq: acked, edited_at: Date.now() };
}

export function applyAck(record: AnswerRecord, ack: Ack): AnswerRecord {
  return { ...record, acked_seq: Math.max(record.acked_seq, ack.seq) };
}

export const isUnsent = (record: { seq: number; acked_seq: number }) => record.seq > record.acked_seq;
