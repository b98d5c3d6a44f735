import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { newStore } from "../session/state";
import type { TakeSession } from "../session/take-session";
import { TakeProvider } from "../useTake";
import { CameraNotice } from "./CameraNotice";
import { type CameraState, OFF } from "./facts";
import type { Camera } from "./useCamera";

const on = (picture: "muted" | "frozen", deviceId: string): CameraState => {
  const track = { label: deviceId, getSettings: () => ({ deviceId }) };
  return { name: "on", picture, stream: { getVideoTracks: () => [track] } as unknown as MediaStream };
};
const problem = (name: "denied" | "busy"): CameraState => ({ name: "problem", problem: name });
const UNPLUGGED: CameraState = { name: "lost", why: "unplugged" };

let present: string[] = [];
function devices(...ids: string[]) {
  present = ids;
  const enumerateDevices = () =>
    Promise.resolve(present.map((deviceId) => ({ deviceId, label: deviceId, kind: "videoinput" })));
  vi.stubGlobal("navigator", { userAgent: "", mediaDevices: { enumerateDevices } });
}
afterEach(() => vi.unstubAllGlobals());

const camera = (state: CameraState) => ({ ...OFF, state, start: vi.fn() }) as unknown as Camera;

function notice(...states: CameraState[]) {
  const store = newStore();
  store.setState({ monitoring: "camera" });
  const session = { store } as unknown as TakeSession;
  const of = (state: CameraState) => (
    <TakeProvider value={session}>
      <CameraNotice camera={camera(state)} />
    </TakeProvider>
  );
  const [first = UNPLUGGED, ...next] = states;
  const { rerender } = render(of(first));
  for (const state of next) rerender(of(state));
  return (state: CameraState) => rerender(of(state));
}

const choice = () => screen.queryByRole("button", { name: "Choose another" });

it.each<[string, string[], CameraState[]]>([
  ["a picture is frozen", ["a", "b"], [on("frozen", "a")]],
  ["another program has it", ["a", "b"], [problem("busy")]],
  ["it was unplugged", ["b"], [on("muted", "a"), UNPLUGGED]],
])("offers another camera where there is one: %s", async (_, ids, states) => {
  devices(...ids);
  notice(...states);
  await waitFor(() => expect(choice()).toBeVisible());
  expect(screen.getByText(/You can also choose another one\. The test continues/)).toBeVisible();
});

it.each<[string, string[], CameraState[]]>([
  ["only the frozen one is there", ["a"], [on("frozen", "a")]],
  ["only the busy one is there", ["a"], [problem("busy")]],
  ["the browser blocks all of them", ["a", "b"], [problem("denied")]],
])("offers no other camera where none can be used: %s", async (_, ids, states) => {
  devices(...ids);
  const look = vi.spyOn(navigator.mediaDevices, "enumerateDevices");
  notice(...states);
  await waitFor(() => expect(look).toHaveBeenCalled());
  await Promise.all(look.mock.results.map(({ value }) => value));
  await screen.findByText(/The test continues, and your answers are saved\./);
  expect(choice()).toBeNull();
  expect(screen.queryByText(/choose another/)).toBeNull();
});

it("is put aside until the fault is over", async () => {
  devices("a");
  const becomes = notice(on("frozen", "a"));
  await userEvent.click(screen.getByRole("button", { name: "Not now" }));
  expect(screen.queryByRole("region")).toBeNull();
  becomes({ name: "asking" });
  becomes(on("frozen", "a"));
  expect(screen.getByRole("region", { name: "Camera problem" })).toBeVisible();
});
