import type { KnipConfig } from "knip";

/** The packages and files that a style sheet names. */
const packagesOf = (css: string) =>
  [...css.matchAll(/(?:@import|url\()\s*"([^."/][^"]*|\.\/[^"]*\.css)"/g)]
    .map(([, name]) => `import "${name}";`)
    .join("\n");

export default {
  // Texts of pages that the server writes are read by the server alone.
  entry: ["scripts/*.mjs", "src/i18n/*/launch.ts"],
  project: ["src/**/*.{ts,tsx,css}", "scripts/*.mjs"],
  compilers: { css: packagesOf },
  ignoreIssues: {
    // Generated from the description of the API.
    "src/api/gen.ts": ["types"],
    // One lazy module: `sections.ts` calls its functions through the type of the whole.
    "src/features/take/session/section-rules.ts": ["exports"],
  },
} satisfies KnipConfig;
