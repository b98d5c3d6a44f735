import { lazyModule } from "@/lib/lazy-module";

/** The field for code, with a plain text field until the editor has loaded. */
export const codeAnswer = lazyModule(() => import("./CodeAnswer"));
