// zod/mini: forms need only a fraction of the library.
import * as z from "zod/mini";

// Without this zod probes `new Function`, which the CSP blocks and reports.
z.config({ jitless: true });

export { z };
