import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { toast } from "react-hot-toast";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { ENGLISH, show } from "@/i18n";
import { useSession } from "@/stores/session";
import { toaster } from "@/ui/toast";
import { server } from "./mock-server";

// The machine may be busy; a condition that holds is seen at once.
configure({ asyncUtilTimeout: 10_000 });

/** Replacements for APIs that the simulated browser lacks. */
class NoResizeObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.ResizeObserver = NoResizeObserver;
window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList;
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
// The code editor measures its lines.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;

beforeAll(async () => {
  server.start();
  // As on a page that has been shown for a moment.
  await toaster.load();
});
afterAll(() => server.stop());
afterEach(() => {
  cleanup();
  toast.remove();
  // Files share one page: the next must not find the account or the language of this one.
  useSession.setState(useSession.getInitialState(), true);
  show(ENGLISH);
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, "", "/");
  expect(server.reset(), "what broke the API's description").toEqual([]);
});
