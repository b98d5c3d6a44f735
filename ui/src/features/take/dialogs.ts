import { lateModule } from "./late-module";

/** Dialogs are not part of the first paint, but are fetched right after it, while the network is there. */
export const startDialogs = lateModule(() => import("./StartDialogs"));
export const signalWatch = lateModule(() => import("./signals/watch"));
export const deviceCheck = lateModule(() => import("./DeviceCheck"));
export const submitDialog = lateModule(() => import("./SubmitDialog"));
export const proctoring = lateModule(() => import("./proctor"));
export const fullscreenBanner = lateModule(() => import("./fullscreen/FullscreenBanner"));
/** Only once there is a picture to send. */
export const liveVideo = lateModule(() => import("./video"));
/** Sees the files that came before it too. */
export const shellKeeper = lateModule(() => import("./offline/keep-shell"));
/** Fetched with the questions, so that it is there when the network is not. */
export const submittingView = lateModule(() => import("./SubmittingView"));
