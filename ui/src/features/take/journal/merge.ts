import type { Ack, AnswerRecord, Entry } from "./types";

/** Merges a record with the server's copy: the larger seq wins, and a winning local record stays unsent. */
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

/** Merges a record with an already numbered entry: the larger seq wins. */
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
