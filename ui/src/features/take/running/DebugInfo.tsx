import { useEffect, useState } from "react";
import type { Camera } from "../camera/useCamera";
import { useTake, useTakeSession } from "../useTake";

function pictureSize({ state }: Camera): string {
  if (state.name !== "on") return state.name === "problem" ? state.problem : state.name;
  const { width, height, frameRate } = state.stream.getVideoTracks()[0]?.getSettings() ?? {};
  const sound = state.stream.getAudioTracks().length > 0 ? "with sound" : "no sound";
  return `on, ${state.picture}, ${sound}, ${width ?? "?"} x ${height ?? "?"}, ${Math.round(frameRate ?? 0)} fps`;
}

/** Diagnostics that support asks a candidate for on the phone. */
export function DebugInfo({ camera }: { camera: Camera }) {
  const session = useTakeSession();
  const [, refresh] = useState(0);
  const { save, unsent, durable, live, deadline } = useTake((state) => state);
  useEffect(() => {
    const timer = setInterval(() => refresh((n) => n + 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  const trip = session.clock.roundTrip();
  const rows: [string, string][] = [
    ["Network", navigator.onLine ? "browser says online" : "browser says offline"],
    ["Live updates", live ? "connected" : "not connected"],
    ["Saving", save.kind],
    ["Not sent yet", String(unsent)],
    ["Answers kept", durable ? "on this computer (IndexedDB)" : "in this page only"],
    ["Round trip", Number.isFinite(trip) ? `${Math.round(trip)} ms` : "not measured"],
    ["Clock difference", `${Math.round(session.clock.offset() / 1000)} s`],
    ["Deadline", deadline ?? "none"],
    ["Camera", pictureSize(camera)],
    ["Camera name", camera.names.camera || "not told"],
    ["Microphone", camera.microphone],
    ...[...session.debug].map(([name, say]): [string, string] => [name, say()]),
    ["Secure page", window.isSecureContext ? "yes" : "no"],
  ];
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-xs">
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="text-ink-2 tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
