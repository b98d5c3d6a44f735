import { lateModule } from "../late-module";

/** The code editor is larger than the rest of the page: only a test with a coding question fetches it. */
export const codeEditor = lateModule(() => import("./CodeEditor"));
