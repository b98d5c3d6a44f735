import { z } from "zod";

// zod would otherwise try whether it may compile functions, which the page's policy forbids and reports.
z.config({ jitless: true });

export { z };
