/** Milliseconds between two looks at whether pictures still arrive. */
export const LOOK = 2_000;
/** Milliseconds without a new frame, while the server has one, before a new connection is made. */
export const STALL = 8_000;
/** Milliseconds without one before the watcher is told. */
export const SLOW = 3_000;

/** Frames decoded so far, of all incoming pictures of a connection. */
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
  /** Milliseconds to the server and back. */
  roundTrip: number | null;
}

/** What the browser measures of the arriving picture; null before the first frame. */
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

/** `slow`: worth a word; `stalled`: worth a new connection. */
export type Flow = "fine" | "slow" | "stalled";

/** Notices that frames stopped while they should flow; time is handed in, so that a test can. */
export class StallWatch {
  #frames = -1;
  #since = 0;

  /** A stretch in which nothing is expected does not count. */
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

/** Applies the server's offer and makes the answer; my own camera and microphone ride on what it would receive. */
export async function answerTo(pc: RTCPeerConnection, sdp: string): Promise<string> {
  await pc.setRemoteDescription({ type: "offer", sdp });
  for (const transceiver of pc.getTransceivers()) {
    // The server offers to receive on these: keep the way open, silent until a track is put in.
    if (transceiver.currentDirection === null && wantsMine(sdp, transceiver.mid))
      transceiver.direction = "sendonly";
  }
  await pc.setLocalDescription();
  return pc.localDescription?.sdp ?? "";
}

/** Whether the m-line of this mid is offered as recvonly, that is, for what this page sends. */
export function wantsMine(sdp: string, mid: string | null): boolean {
  const section = sdp.split(/^m=/m).find((part) => new RegExp(`^a=mid:${mid}\\s*$`, "m").test(part));
  return section !== undefined && /^a=recvonly\s*$/m.test(section);
}
