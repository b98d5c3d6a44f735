import { lazyModule } from "./lazy-module";

/** Dialogs are not part of the first paint, but are fetched right after it, while the network is there. */
export const startDialogs = lazyModule(() => import("./intro/StartDialogs"));
export const signalWatch = lazyModule(() => import("./signals/watch"));
export const deviceCheck = lazyModule(() => import("./intro/DeviceCheck"));
export const submitDialog = lazyModule(() => import("./running/SubmitDialog"));
export const proctoring = lazyModule(() => import("./proctor"));
export const fullscreenBanner = lazyModule(() => import("./fullscreen/FullscreenBanner"));
/** Only once there is a picture to send. */
export const liveVideo = lazyModule(() => import("./video"));
/** Sees the files that came before it too. */
export const shellKeeper = lazyModule(() => import("./offline/keep-shell"));
/** Fetched with the questions, so that it is there when the network is not. */
export const submittingView = lazyModule(() => import("./running/SubmittingView"));
