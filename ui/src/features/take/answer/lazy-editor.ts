import { lazyModule } from "@/lib/lazy-module";

/** The code editor is larger than the rest of the page: only tests with a coding question load it. */
export const codeEditor = lazyModule(() => import("./CodeDesk"));
