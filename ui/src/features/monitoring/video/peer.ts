/** Interval in ms of stall checks. */
export const LOOK = 2_000;
/** Time in ms without a new frame, while the server has some, before a reconnect. */
export const STALL = 8_000;
/** Time in ms without a new frame before the viewer is notified. */
export const SLOW = 3_000;

/** Frames decoded so far, over all incoming videos of a connection. */
export async function framesDecoded(pc: RTCPeerConnection): Promise<number> {
  let frames = 0;
  for (const report of (await pc.getStats()).values()) {
    if (report.type === "inbound-rtp" && report.kind === "video") frames += report.framesDecoded ?? 0;
  }
  return frames;
}

export interface Quality {
  /** Pixels. */
  width: number;
  height: number;
  framesPerSecond: number;
  /** Round-trip time to the server in ms. */
  roundTrip: number | null;
}

/** Receive statistics of the video; null before the first frame. */
export async function quality(pc: RTCPeerConnection): Promise<Quality | null> {
  const reports = [...(await pc.getStats()).values()];
  const picture = reports.find((r) => r.type === "inbound-rtp" && r.kind === "video" && r.frameWidth);
  const transport = reports.find((r) => r.type === "transport");
  const pair = reports.find((r) => r.id === transport?.selectedCandidatePairId);
  if (!picture) return null;
  return {
    width: picture.frameWidth,
    height: picture.frameHeight,
    framesPerSecond: Math.round(picture.framesPerSecond ?? 0),
    roundTrip:
      typeof pair?.currentRoundTripTime === "number" ? Math.round(pair.currentRoundTripTime * 1000) : null,
  };
}

/** `slow`: show a message; `stalled`: reconnect. */
export type Flow = "fine" | "slow" | "stalled";

/** Watchdog for expected frames that stop arriving; the time is a parameter for tests. */
export class StallWatch {
  #frames = -1;
  #since = 0;

  /** Periods in which no frames are expected do not count. */
  look(frames: number, expected: boolean, now: number): Flow {
    if (frames !== this.#frames || !expected) {
      this.#frames = frames;
      this.#since = now;
      return "fine";
    }
    if (now - this.#since >= STALL) return "stalled";
    return now - this.#since >= SLOW ? "slow" : "fine";
  }
}

/** Applies the server's offer and creates the answer; the proctor's tracks use its recvonly sections. */
export async function answerTo(pc: RTCPeerConnection, sdp: string): Promise<string> {
  await pc.setRemoteDescription({ type: "offer", sdp });
  for (const transceiver of pc.getTransceivers()) {
    // The server offers to receive on these: keep them sendonly, silent until a track is set.
    if (transceiver.currentDirection === null && wantsMine(sdp, transceiver.mid))
      transceiver.direction = "sendonly";
  }
  await pc.setLocalDescription();
  return pc.localDescription?.sdp ?? "";
}

/** Whether the m-line of this mid is offered as recvonly, that is, for tracks that this page sends. */
export function wantsMine(sdp: string, mid: string | null): boolean {
  const section = sdp.split(/^m=/m).find((part) => new RegExp(`^a=mid:${mid}\\s*$`, "m").test(part));
  return section !== undefined && /^a=recvonly\s*$/m.test(section);
}
