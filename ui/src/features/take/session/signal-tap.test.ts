import { expect, it } from "vitest";
import type { NewSignal } from "../signals/types";
import { SignalTap } from "./signal-tap";

it("holds what came before anybody listened, and after they left", () => {
  const tap = new SignalTap();
  const one = (kind: NewSignal["kind"]): NewSignal => ({ kind, at: "2026-11-20T10:00:00Z" });
  const heard: string[] = [];
  tap.add(one("camera_denied"));
  const leave = tap.listen((signals) => heard.push(...signals.map((s) => s.kind)));
  tap.add(one("blur"));
  leave();
  tap.add(one("paste"));
  expect(heard).toEqual(["camera_denied", "blur"]);
  tap.listen((signals) => heard.push(...signals.map((s) => s.kind)));
  expect(heard).toEqual(["camera_denied", "blur", "paste"]);
});
