import { readFileSync } from "node:fs";
import type { CameraState as CameraName, Monitored } from "@/api/types";

interface Cause<CameraState> {
  cause: string;
  candidate: { camera: CameraState; chose?: boolean; link: string; reads: string[] };
  page: CameraName | null;
  proctor: {
    connection: Monitored["connection"]["state"];
    video: Monitored["video"]["state"];
    badge: string;
    reads: string | null;
  };
  signal: string | null;
}

/** Causes of a missing picture: the table that the server's judgement is tested with, too (`src/domain/standing_tests.rs`). */
export const causes = <CameraState>(): Cause<CameraState>[] =>
  JSON.parse(readFileSync("../tests/camera-causes.json", "utf8"));
