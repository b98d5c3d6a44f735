import { afterEach, describe, expect, it, vi } from "vitest";
import { anySignal } from "@/lib/any-signal";

afterEach(() => vi.unstubAllGlobals());

describe.each(["with", "without"])("%s AbortSignal.any", (kind) => {
  const prepare = () => {
    if (kind === "without") vi.stubGlobal("AbortSignal", { ...AbortSignal, any: undefined });
  };

  it("is aborted with the first of them, for its reason", () => {
    prepare();
    const [one, other] = [new AbortController(), new AbortController()];
    const signal = anySignal([one.signal, other.signal]);
    expect(signal.aborted).toBe(false);
    const heard = vi.fn();
    signal.addEventListener("abort", heard);
    other.abort("silence");
    one.abort("left");
    expect(signal.reason).toBe("silence");
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it("is aborted from the start where one of them is", () => {
    prepare();
    const left = new AbortController();
    left.abort("left");
    const signal = anySignal([new AbortController().signal, left.signal]);
    expect(signal.aborted).toBe(true);
    expect(signal.reason).toBe("left");
  });
});
