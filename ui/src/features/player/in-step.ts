import { createContext, useContext, useEffect, useId, useRef } from "react";

type Hear = (at: number) => void;

/** Players that show the same moment. The first of them takes the keys. */
export class Group {
  readonly #members = new Map<string, Hear>();

  join(id: string, hear: Hear): () => void {
    this.#members.set(id, hear);
    return () => this.#members.delete(id);
  }

  isFirst = (id: string) => this.#members.keys().next().value === id;

  say(from: string, at: number): void {
    for (const [id, hear] of this.#members) if (id !== from) hear(at);
  }
}

/** Undefined where each player has its own moment. */
export const InStep = createContext<Group | undefined>(undefined);

/** Moves the others to the moment of this player, and this one to theirs. Returns whether this one takes the keys. */
export function useInStep(at: number, length: number, follow: (at: number) => void): () => boolean {
  const group = useContext(InStep);
  const id = useId();
  const heard = useRef(at);
  const latest = useRef(follow);
  latest.current = follow;
  useEffect(
    () =>
      group?.join(id, (to) => {
        heard.current = Math.min(to, length);
        latest.current(heard.current);
      }),
    [group, id, length],
  );
  useEffect(() => {
    if (at === heard.current) return;
    heard.current = at;
    group?.say(id, at);
  }, [group, id, at]);
  return () => group?.isFirst(id) ?? true;
}
