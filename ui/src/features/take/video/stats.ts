import { t } from "../panel-texts";

interface Entry {
  id: string;
  type: string;
  [name: string]: unknown;
}

const num = (value: unknown) => (typeof value === "number" ? value : 0);
const str = (value: unknown) => (typeof value === "string" ? value : "");

/** Diagnostics for support on the phone: the ICE path and the sent layers, in one line each. */
export function statsWords(report: Iterable<Entry>): { path: string; sent: string } {
  const entries = new Map([...report].map((entry) => [entry.id, entry]));
  const all = [...entries.values()];
  const transport = all.find(({ type }) => type === "transport");
  const pair = entries.get(str(transport?.selectedCandidatePairId));
  const local = entries.get(str(pair?.localCandidateId));
  const remote = entries.get(str(pair?.remoteCandidateId));
  const trip = num(pair?.currentRoundTripTime) * 1000;
  // An inactive layer has no frames; only some browsers also report it as inactive.
  const isSent = (e: Entry) => e.active !== false && num(e.frameWidth) > 0;
  const layers = all
    .filter((e) => e.type === "outbound-rtp" && e.kind === "video" && isSent(e))
    .map((e) =>
      t("debugLayer", {
        layer: str(e.rid) || t("debugVideo"),
        width: num(e.frameWidth),
        height: num(e.frameHeight),
        rate: num(e.framesPerSecond),
      }),
    );
  return {
    path: pair
      ? t("debugPath", {
          protocol: str(local?.protocol),
          address: str(remote?.address),
          port: num(remote?.port),
          ms: Math.round(trip),
        })
      : t("debugNone"),
    sent: layers.length > 0 ? layers.join("; ") : t("debugNothing"),
  };
}
