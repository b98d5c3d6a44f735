import { lazyModule } from "@/lib/lazy-module";

/** Dialogs are not part of the first paint: they are prefetched right after it, while online. */
export const startDialogs = lazyModule(() => import("./intro/StartDialogs"));
export const signalWatch = lazyModule(() => import("./signals/watch"));
export const deviceCheck = lazyModule(() => import("./intro/DeviceCheck"));
export const submitDialog = lazyModule(() => import("./running/SubmitDialog"));
export const proctoring = lazyModule(() => import("./proctor"));
export const fullscreenBanner = lazyModule(() => import("./fullscreen/FullscreenBanner"));
/** Loaded only once there is a camera stream to send. */
export const liveVideo = lazyModule(() => import("./video"));
/** Also sees files loaded before it. */
export const shellKeeper = lazyModule(() => import("./offline/keep-shell"));
/** Fetched with the questions, so that it is available offline. */
export const submittingView = lazyModule(() => import("./running/SubmittingView"));
