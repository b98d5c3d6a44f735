import { useEffect, useRef } from "react";
import { deviceOf, PICTURE } from "../camera/capture";
import { type Device, remember, remembered } from "../camera/devices";
import type { Camera } from "../camera/useCamera";

/** A document has to be read, which a picture for monitoring does not allow. */
const SHARP: MediaTrackConstraints = {
  width: { ideal: 1_280 },
  height: { ideal: 960 },
  frameRate: PICTURE.frameRate,
};

const refine = (track: MediaStreamTrack, wish: MediaTrackConstraints) =>
  void track.applyConstraints?.(wish)?.catch(() => undefined);

/**
 * While a document is before it, the camera gives a finer picture, and another camera can be chosen. Afterwards the test has
 * the one that sees the candidate.
 */
export function useDocumentCamera(camera: Camera, isActive: boolean): void {
  const { state, choose } = camera;
  const track = state.name === "on" ? state.stream.getVideoTracks()[0] : undefined;
  const usual = useRef<Device>(undefined);
  const used = useRef<MediaStreamTrack>(undefined);
  used.current = track;

  useEffect(() => {
    if (!isActive || !track) return;
    usual.current ??= remembered().camera ?? deviceOf(track);
    refine(track, SHARP);
    return () => refine(track, PICTURE);
  }, [isActive, track]);

  useEffect(() => {
    if (!isActive) return;
    return () => {
      const before = usual.current;
      usual.current = undefined;
      if (!before || (remembered().camera?.id ?? before.id) === before.id) return;
      remember("camera", before);
      if (used.current) void choose("camera", before);
    };
  }, [isActive, choose]);
}
