import { lazyModule } from "@/lib/lazy-module";

/** Answer fields that only some tests need: not part of the first paint. */
export const answerKinds = lazyModule(() => import("./answers"));
