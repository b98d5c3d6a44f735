import { useEffect, useRef } from "react";
import { local, parseJson } from "@/lib/storage";
import type { Camera } from "../camera/useCamera";
import { deviceSlot } from "../signals/forget";
import { useTakeSession } from "../useTake";
import { factsOf, type Noted, notesBetween } from "./device-notes";

/** Changes recorded at once; then one in this time in ms, with what is true by then: a loose plug is not a hundred events. */
const BURST = 6;
const PACE_MS = 10_000;

/** Time in ms until a picture is known after a reload: until then a fault that was recorded holds on. */
const SETTLE_MS = 15_000;
const PICTURE_FAULTS = ["muted", "black", "frozen"];

const isNoted = (value: unknown): value is Noted =>
  typeof value === "object" &&
  value !== null &&
  ["camera", "microphone", "name"].every(
    (key) => typeof (value as Record<string, unknown>)[key] === "string",
  );

/** Before the first note all is well. That the camera did not come the start has recorded itself. */
const unnoted = ({ state }: Camera, now: Noted): Noted =>
  state.name === "problem" ? now : { camera: "good", microphone: "on", name: "" };

/**
 * Records on the timeline when something happens to camera and microphone, and when it ends: one tab does, and what it
 * has recorded outlives the page.
 */
export function useDeviceNotes(camera: Camera, leads: boolean): void {
  const session = useTakeSession();
  const { state, microphone, names } = camera;
  const facts = useRef(camera);
  facts.current = camera;
  const left = useRef({ notes: BURST, at: 0 });
  const noted = useRef<Noted>(undefined);
  const opened = useRef(performance.now());

  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them may change the facts
  useEffect(() => {
    if (!leads) return;
    const slot = deviceSlot(session.token);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const note = () => {
      const now = factsOf(facts.current);
      if (!now) return;
      const known = parseJson(local.get(slot), isNoted) ?? noted.current ?? unnoted(facts.current, now);
      const unsure = opened.current + SETTLE_MS - performance.now();
      if (unsure > 0 && now.camera === "good" && PICTURE_FAULTS.includes(known.camera)) {
        timer = setTimeout(note, unsure);
        return;
      }
      const notes = notesBetween(known, now);
      for (const { kind, detail } of notes) session.note(kind, detail);
      if (notes.length > 0) left.current.notes--;
      noted.current = { ...now, name: now.name || known.name };
      local.set(slot, JSON.stringify(noted.current));
    };
    const { notes, at } = left.current;
    const now = performance.now();
    const gained = Math.floor((now - at) / PACE_MS);
    left.current = { notes: Math.min(BURST, notes + gained), at: at + gained * PACE_MS };
    if (left.current.notes > 0) note();
    else
      timer = setTimeout(
        () => {
          left.current = { notes: 1, at: performance.now() };
          note();
        },
        left.current.at + PACE_MS - now,
      );
    return () => clearTimeout(timer);
  }, [session, leads, state, microphone, names]);
}
