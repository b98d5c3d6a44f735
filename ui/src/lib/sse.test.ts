import { describe, expect, it } from "vitest";
import { SseParser } from "./sse";

describe("SseParser", () => {
  it("assembles an event from arbitrary chunks", () => {
    const text =
      'id: b:1\nevent: invite.changed\ndata: {"invite_id":"7"}\n\n: heartbeat\n\ndata: a\ndata: b\n\n';
    for (let size = 1; size < text.length; size += 1) {
      const parser = new SseParser();
      const events = [];
      for (let at = 0; at < text.length; at += size) events.push(...parser.push(text.slice(at, at + size)));
      expect(events).toEqual([
        { id: "b:1", event: "invite.changed", data: '{"invite_id":"7"}' },
        { id: "b:1", event: "message", data: "a\nb" },
      ]);
      expect(parser.lastId).toBe("b:1");
    }
  });

  it("accepts all line endings", () => {
    const parser = new SseParser();
    expect(parser.push("data:x\r\n\r\ndata: y\r\r\n").map((e) => e.data)).toEqual(["x", "y"]);
  });

  it("drops events without data", () => {
    const parser = new SseParser();
    expect(parser.push("event: reload\n\nevent: message\ndata\n\n")).toEqual([
      { id: "", event: "message", data: "" },
    ]);
  });
});
