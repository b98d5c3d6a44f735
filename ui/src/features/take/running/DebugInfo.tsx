import { useEffect, useState } from "react";
import type { Camera } from "../camera/useCamera";
import { t } from "../panel-texts";
import { useTake, useTakeSession } from "../useTake";

function pictureSize({ state }: Camera): string {
  if (state.name !== "on") return state.name === "problem" ? state.problem : state.name;
  const { width, height, frameRate } = state.stream.getVideoTracks()[0]?.getSettings() ?? {};
  const sound = state.stream.getAudioTracks().length > 0 ? "yes" : "no";
  return t("debugCamera", {
    picture: state.picture,
    sound,
    width: width ?? "?",
    height: height ?? "?",
    rate: Math.round(frameRate ?? 0),
  });
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
    [t("network"), navigator.onLine ? t("browserSaysOnline") : t("browserSaysOffline")],
    [t("liveUpdates"), live ? t("debugConnected") : t("notConnected")],
    [t("saving"), save.kind],
    [t("notSentYet"), String(unsent)],
    [t("answersKept"), durable ? t("onComputer") : t("inPageOnly")],
    [t("roundTrip"), Number.isFinite(trip) ? t("debugMs", { ms: Math.round(trip) }) : t("notMeasured")],
    [t("clockDifference"), t("debugSeconds", { s: Math.round(session.clock.offset() / 1000) })],
    [t("deadline"), deadline ?? t("debugNone")],
    [t("camera"), pictureSize(camera)],
    [t("cameraName"), camera.names.camera || t("notTold")],
    [t("microphone"), camera.microphone],
    ...[...session.debug].map(([name, say]): [string, string] => [name, say()]),
    [t("securePage"), t(window.isSecureContext ? "debugYes" : "debugNo")],
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
