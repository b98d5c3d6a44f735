import { expect, it } from "vitest";
import { SLOW, STALL, StallWatch, wantsMine } from "./peer";

const OFFER = [
  "v=0",
  "o=- 1 2 IN IP4 0.0.0.0",
  "s=-",
  "t=0 0",
  "m=video 9 UDP/TLS/RTP/SAVPF 96",
  "a=mid:0",
  "a=sendonly",
  "m=audio 9 UDP/TLS/RTP/SAVPF 111",
  "a=mid:1",
  "a=sendonly",
  "m=video 9 UDP/TLS/RTP/SAVPF 96",
  "a=mid:2",
  "a=recvonly",
  "m=audio 9 UDP/TLS/RTP/SAVPF 111",
  "a=mid:3",
  "a=recvonly",
  "",
].join("\r\n");

it("finds the m-lines on which the server would hear and see the proctor", () => {
  expect(["0", "1", "2", "3", "4"].map((mid) => wantsMine(OFFER, mid))).toEqual([
    false,
    false,
    true,
    true,
    false,
  ]);
  expect(wantsMine(OFFER, null)).toBe(false);
});

it("reports a stall only after a while without expected frames", () => {
  const watch = new StallWatch();
  expect(watch.look(0, true, 0)).toBe("fine");
  expect(watch.look(0, true, SLOW - 1)).toBe("fine");
  expect(watch.look(0, true, SLOW)).toBe("slow");
  expect(watch.look(0, true, STALL)).toBe("stalled");
  expect(watch.look(5, true, STALL + 1)).toBe("fine");
  expect(watch.look(5, false, STALL * 3)).toBe("fine");
  expect(watch.look(5, true, STALL * 4 - 1)).toBe("slow");
  expect(watch.look(5, true, STALL * 4)).toBe("stalled");
});
