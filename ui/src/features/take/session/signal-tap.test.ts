import { expect, it } from "vitest";
import type { NewSignal } from "../signals/types";
import { SignalTap } from "./signal-tap";

const nothing = async () => undefined;

it("buffers signals while no listener is attached", () => {
  const tap = new SignalTap();
  const one = (kind: NewSignal["kind"]): NewSignal => ({ kind, at: "2026-11-20T10:00:00Z" });
  const heard: string[] = [];
  tap.add(one("camera_denied"));
  const leave = tap.listen((signals) => heard.push(...signals.map((s) => s.kind)), nothing);
  tap.add(one("blur"));
  leave();
  tap.add(one("paste"));
  expect(heard).toEqual(["camera_denied", "blur"]);
  tap.listen((signals) => heard.push(...signals.map((s) => s.kind)), nothing);
  expect(heard).toEqual(["camera_denied", "blur", "paste"]);
});

it("flushes unsent signals even after the listener has detached", async () => {
  const tap = new SignalTap();
  await tap.flush();
  let sent = 0;
  const leave = tap.listen(
    () => undefined,
    async () => {
      sent += 1;
    },
  );
  leave();
  await tap.flush();
  expect(sent).toBe(1);
});
