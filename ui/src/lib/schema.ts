// The small build of zod: forms are a fraction of what the whole library can check.
import * as z from "zod/mini";

// zod would otherwise try whether it may compile functions, which the page's policy forbids and reports.
z.config({ jitless: true });

export { z };
