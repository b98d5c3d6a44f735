import { lazyModule } from "../lazy-module";

/** The code editor is larger than the rest of the page: only a test with a coding question fetches it. */
export const codeEditor = lazyModule(() => import("./CodeEditor"));
