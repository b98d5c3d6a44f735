import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { useSession } from "@/stores/session";
import { sampled } from "@/test/data";
import { useKept } from "./kept/useKept";
import { useFormKey } from "./useFormKey";

beforeEach(() => useSession.setState({ user: { ...sampled("User"), id: "ada" }, status: "signed_in" }));
afterEach(() => useSession.setState({ user: null, status: "anonymous" }));

function open(name = "message") {
  const { result } = renderHook(() => {
    const [text, setText, kept] = useKept(name, "");
    return { text, setText, kept, formKey: useFormKey(kept) };
  });
  return {
    type: (text: string) => act(() => result.current.setText(text)),
    send: () => {
      let headers: Record<string, string> = {};
      act(() => {
        headers = result.current.formKey.headers();
      });
      return headers["Idempotency-Key"];
    },
    sent: () => act(() => result.current.kept.sent()),
    discard: () => act(() => result.current.kept.discard()),
  };
}

it("is the same after a reload, while no reply has come", () => {
  const first = open();
  first.type("Look up");
  const key = first.send();
  expect(key).toBeTruthy();
  expect(first.send()).toBe(key);
  cleanup();
  const again = open();
  expect(again.send()).toBe(key);
  // Corrected before it is sent again: the server says that the first one has arrived.
  again.type("Look up, please");
  expect(again.send()).toBe(key);
});

it("is another one after a reply, and after the text was thrown away", () => {
  const first = open();
  first.type("Look up");
  const key = first.send();
  first.sent();
  cleanup();
  const second = open();
  second.type("Look up");
  const other = second.send();
  expect(other).not.toBe(key);
  second.discard();
  cleanup();
  const third = open();
  third.type("Look up");
  expect(third.send()).not.toBe(other);
});
