import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useKept } from "@/lib/kept/useKept";
import { toaster } from "@/ui/toast";
import { watchParts } from "./next-build";

const shellOf = (script: string) =>
  `<script type="module" crossorigin src="/assets/${script}"></script><div id="root"></div>`;
const reload = vi.fn();
const sent = vi.fn<typeof fetch>();
let stop: AbortController;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", sent.mockReset());
  reload.mockReset();
  document.head.innerHTML = shellOf("index-old.js").split("<div")[0] ?? "";
  const toasts = await toaster.load();
  if (toasts) render(<toasts.Toaster />);
  stop = new AbortController();
  watchParts(stop.signal, reload);
});
afterEach(() => {
  stop.abort();
  document.head.innerHTML = "";
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const at = (path: string) => window.history.replaceState(null, "", path);
const serve = (text: string, status = 200) =>
  sent.mockImplementation(async () => new Response(text, { status }));
/** A part did not come, and some time passes. */
async function miss(ms = 0) {
  window.dispatchEvent(new Event("vite:preloadError", { cancelable: true }));
  await act(() => vi.advanceTimersByTimeAsync(ms));
}
const offer = () => screen.queryByText("Reload");

it("loads a test again whose part is in no build of the server", async () => {
  at("/take-test/tok");
  serve(shellOf("index-new.js"));
  await miss();
  expect(reload).toHaveBeenCalledTimes(1);
  expect(offer()).toBeNull();
});

it.each<[string, () => void]>([
  ["the same build", () => serve(shellOf("index-old.js"))],
  ["a page of an intermediary", () => serve("<html>Please sign in</html>")],
  ["a refusal", () => serve(shellOf("index-new.js"), 502)],
  ["no network", () => sent.mockRejectedValue(new TypeError("Failed to fetch"))],
])("leaves a page alone where the server's word is %s, until it is another", async (_, answer) => {
  at("/take-test/tok");
  answer();
  await miss(60_000);
  expect(reload).not.toHaveBeenCalled();
  expect(offer()).toBeNull();
  expect(sent).toHaveBeenCalledTimes(1);

  serve(shellOf("index-new.js"));
  await miss();
  expect(reload).toHaveBeenCalledTimes(1);
});

it("waits until an answer is saved, and offers the reload meanwhile", async () => {
  at("/take-test/tok");
  serve(shellOf("index-new.js"));
  const unsaved = (event: Event) => event.preventDefault();
  window.addEventListener("beforeunload", unsaved);
  await miss(30_000);
  expect(reload).not.toHaveBeenCalled();
  expect(offer()).not.toBeNull();

  window.removeEventListener("beforeunload", unsaved);
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(reload).toHaveBeenCalledTimes(1);
});

it.each<[string, React.ReactNode]>([
  // biome-ignore lint/a11y/noAutofocus: the test is about focus.
  ["typing", <textarea key="1" autoFocus aria-label="Answer" />],
  ["a dialog", <div key="2" role="dialog" />],
  ["the camera", <video key="3" muted />],
])("waits for the end of %s", async (_, shown) => {
  at("/take-test/tok");
  serve(shellOf("index-new.js"));
  const { unmount } = render(shown);
  await miss(30_000);
  expect(reload).not.toHaveBeenCalled();

  unmount();
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(reload).toHaveBeenCalledTimes(1);
});

it("loads a test again once in a minute, whatever the computer's clock says", async () => {
  at("/take-test/tok");
  serve(shellOf("index-new.js"));
  await miss();
  await miss(30_000);
  expect(reload).toHaveBeenCalledTimes(1);

  stop.abort();
  stop = new AbortController();
  watchParts(stop.signal, reload);
  vi.setSystemTime(Date.now() - 86_400_000);
  await miss(2_000);
  expect(reload).toHaveBeenCalledTimes(2);
});

function Form() {
  const [{ text }, setForm] = useKept("a-form", { text: "" });
  return <input aria-label="Text" value={text} onChange={({ target }) => setForm({ text: target.value })} />;
}

it("offers staff the reload once, which keeps what is typed", async () => {
  at("/admin");
  serve(shellOf("index-new.js"));
  const { unmount } = render(<Form />);
  fireEvent.change(screen.getByLabelText("Text"), { target: { value: "half a word" } });
  await miss(60_000);
  await miss(60_000);
  expect(reload).not.toHaveBeenCalled();
  expect(
    screen.getByText("The site has been updated. Reload this page: what you typed is kept."),
  ).toBeInTheDocument();
  fireEvent.click(screen.getByText("Reload"));
  expect(reload).toHaveBeenCalledTimes(1);

  unmount();
  render(<Form />);
  expect(screen.getByLabelText("Text")).toHaveValue("half a word");
});
