import { beforeEach, describe, expect, it, vi } from "vitest";
import { causes as read } from "@/test/causes";
import { factsOf, notesBetween } from "../proctor/device-notes";
import { cameraWord } from "../proctor/presence";
import { IDLE, type Link, linkWords } from "../video/link";
import { cameraFault } from "./labels";
import type { CameraState } from "./useCamera";

const causes = read<CameraState>();

const LINKS: Record<string, Link> = {
  idle: IDLE,
  connecting: { ...IDLE, phase: "connecting" },
  up: { ...IDLE, phase: "up", everUp: true },
  unsteady: { ...IDLE, phase: "unsteady", everUp: true },
  stills: { ...IDLE, phase: "waiting", everUp: true, stills: true },
};

beforeEach(() => {
  vi.stubGlobal("navigator", { userAgent: "" });
  return () => vi.unstubAllGlobals();
});

describe.each(causes)("$cause", ({ candidate, page, signal }) => {
  const { camera } = candidate;
  const facts = { state: camera, microphone: "on", names: { camera: "", microphone: "" } } as const;

  it("is reported, and recorded once", () => {
    if (page) expect(cameraWord(camera, candidate.chose === true)).toBe(page);
    const well = { camera: "good", microphone: "on", name: "" };
    const now = factsOf(facts);
    expect(now ? notesBetween(well, now).map(({ kind }) => kind) : []).toEqual(signal ? [signal] : []);
    expect(now ? notesBetween(now, now) : []).toEqual([]);
    expect(now ? notesBetween(now, well).map(({ kind }) => kind) : []).toEqual(signal ? ["camera_back"] : []);
  });

  it("reads true to the candidate", () => {
    const isSeen = camera.name === "on" && camera.picture === "good";
    const words = [cameraFault(camera), linkWords(LINKS[candidate.link] ?? IDLE, isSeen)?.text].join(" ");
    for (const part of candidate.reads) expect(words).toContain(part);
    if (!isSeen) expect(words).not.toContain("The video is connected.");
  });
});

it("has different words for different causes", () => {
  const faults = new Map(
    causes.map(({ candidate: { camera } }) => [JSON.stringify(camera), cameraFault(camera)]),
  );
  const found = [...faults.values()].filter((fault) => fault !== undefined);
  expect(new Set(found).size).toBe(found.length);
  expect(found.length).toBeGreaterThan(8);
});

it("records another camera, and a microphone that stops and comes back", () => {
  const well = { camera: "good", microphone: "on", name: "Desk" };
  expect(notesBetween(well, { ...well, name: "Ann's Phone" })).toEqual([{ kind: "camera_changed" }]);
  const program = [{ kind: "camera_changed", detail: "virtual" }];
  expect(notesBetween(well, { ...well, name: "OBS Virtual Camera" })).toEqual(program);
  expect(notesBetween({ ...well, name: "" }, well)).toEqual([]);
  const muted = { ...well, microphone: "muted" };
  expect(notesBetween(well, muted)).toEqual([{ kind: "microphone_lost", detail: "muted" }]);
  expect(notesBetween(muted, well)).toEqual([{ kind: "microphone_back" }]);
  // It is off with the camera, which has a signal of its own.
  expect(notesBetween(well, { ...well, microphone: "off" })).toEqual([]);
});
