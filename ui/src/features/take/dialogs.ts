import { lazyModule } from "@/lib/lazy-module";

/** Dialogs are not part of the first paint: they are prefetched right after it, while online. */
export const startDialogs = lazyModule(() => import("./intro/StartDialogs"));
export const signalWatch = lazyModule(() => import("./signals/watch"));
export const preparations = lazyModule(() => import("./intro/Preparation"));
/** Loaded only when it is opened. */
export const practice = lazyModule(() => import("./practice/PracticeView"));
export const submitDialog = lazyModule(() => import("./running/SubmitDialog"));
/** Also the entry to a section, and its rules. */
export const proctoring = lazyModule(() => import("./proctor"));
export const fullscreenBanner = lazyModule(() => import("./fullscreen/FullscreenBanner"));
/** Also sees files loaded before it. */
export const shellKeeper = lazyModule(() => import("./offline/keep-shell"));
/** Fetched with the questions, so that it is available offline. */
export const endViews = lazyModule(() => import("./running/end-views"));
