import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { isChosen } from "../tests/share.mjs";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const { INVIGIL_SHARE: share = "all" } = process.env;
const leftOut = readdirSync(here("src"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".test.tsx") && !isChosen(share, file))
  .map((file) => `src/${file}`);

const ROUTER = here("./node_modules/react-router/dist/production/*.mjs");

/**
 * Adds the two style elements of the shell after Vite has processed the page, because Vite would
 * minify inline styles and lose what the server replaces. `_goober` is where react-hot-toast writes
 * its rules: an element that already carries the nonce satisfies a style-src without unsafe-inline.
 */
function shellStyles(): Plugin {
  return {
    name: "invigil-shell-styles",
    transformIndexHtml: {
      order: "post",
      handler: (html) =>
        html.replace(
          "</head>",
          '    <style id="_goober" nonce="__NONCE__"> </style>\n' +
            '    <style nonce="__NONCE__">/*__THEME__*/</style>\n  </head>',
        ),
    },
  };
}

/**
 * Marks the components of the router that are made when it is loaded as free of effects: the bundler then leaves out forms,
 * fetchers and rendering on a server, which the page does not use. Names for developer tools would keep them, too.
 */
function smallerRouter(): Plugin {
  return {
    name: "invigil-smaller-router",
    apply: "build",
    transform: {
      filter: { id: /react-router\/dist\/production\/.*\.mjs$/ },
      handler: (code) =>
        code
          .replace(/^\w+\.displayName = "\w+";$/gm, "")
          .replace(/^(var \w+ = )(?=React\d*\.(?:forwardRef|createContext|memo)\()/gm, "$1/* @__PURE__ */ ")
          .replace(
            /^(var \w+ = )(class extends React\d*\.Component \{$.*?^\});$/gms,
            "$1/* @__PURE__ */ (() => $2)();",
          ),
    },
  };
}

/** The router and the table of pages. */
const ROUTER_CHUNK = "router";

/**
 * Names the router and the table of pages in the document, between markers, so that they load beside the script that
 * would ask for them. The server removes them from the page of a test, which has no router.
 */
function preloadedRouter(): Plugin {
  return {
    name: "invigil-preloaded-router",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {}, chunk }) {
        const files = new Set<string>();
        const add = (file: string) => {
          const found = bundle[file];
          if (found?.type !== "chunk" || files.has(file)) return;
          files.add(file);
          for (const other of found.imports) add(other);
        };
        if (chunk) add(chunk.fileName);
        const first = new Set(files);
        for (const found of Object.values(bundle)) {
          if (found.type === "chunk" && found.name === ROUTER_CHUNK) add(found.fileName);
        }
        const links = [...files]
          .filter((file) => !first.has(file))
          .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
        if (links.length === 0) throw new Error("the router is not in the build");
        return html.replace("</head>", `    <!--routed-->${links.join("")}<!--/routed-->\n  </head>`);
      },
    },
  };
}

/** Icons of the candidate's first paint: one file, because each by itself is too small to be compressed. */
const FIRST_ICONS =
  /lucide-react\/dist\/esm\/icons\/(list-checks|eye|circle-check|user|clock|arrow-left|chevron-down|camera|shield-check|send|circle-exclamation-point|refresh-cw|triangle-exclamation-point|calendar-clock|bell-off|door-open|unlink|info|play)\.m?js$/;

/**
 * What the candidate's first paint shares with lazy modules: one file, because the bundler would otherwise split it into
 * many small ones. Everything in it is part of the first paint anyway.
 */
const FIRST_SHARED = new RegExp(
  [
    "node_modules/(idb|clsx|react|react-dom|scheduler|zustand)/.*",
    "src/api/(transport|errors|client)",
    "src/app/(Failure|missing-part|renewal|screens|texts)",
    "src/i18n/en/app",
    "src/lib/(undelivered|backoff|format|in-field|language|lazy-module|machine|mishap|navigation|timeout|pause|send|storage|translated|useRest)",
    "src/stores/session(-token)?",
    "src/ui/(Badge|Brand|ErrorState|Logo|TestTitle)",
    "src/ui/rich-text/(FormattedText|RichText|pictures|plain)",
  ]
    .map((path) => `/${path}\\.m?[jt]sx?$`)
    .join("|"),
);

/** The router, the table of pages, and the queries that each of these makes. */
const ROUTED = new RegExp(
  [
    "node_modules/(react-router(-dom)?|@tanstack/(react-query|query-core))/.*",
    "src/(app/(routed|router|Root|ErrorScreen)|api/query)",
  ]
    .map((path) => `/${path}\\.m?[jt]sx?$`)
    .join("|"),
);

export default defineConfig({
  plugins: [react(), tailwindcss(), shellStyles(), smallerRouter(), preloadedRouter()],
  resolve: {
    alias: [
      { find: "@themes", replacement: here("../assets/themes.json") },
      { find: "@webhook-presets", replacement: here("../assets/webhook-presets.json") },
      { find: /^@\//, replacement: here("./src/") },
      // Its package names only the build with warnings for developers.
      { find: /^react-router$/, replacement: ROUTER.replace("*", "index") },
      { find: /^react-router\/dom$/, replacement: ROUTER.replace("*", "dom-export") },
    ],
  },
  html: { cspNonce: "__NONCE__" },
  build: {
    target: "es2022",
    manifest: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "first-icons", test: FIRST_ICONS },
            { name: "first-shared", test: FIRST_SHARED },
            { name: ROUTER_CHUNK, test: ROUTED },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: [here(".."), here(".")] },
    proxy: { "/api": { target: process.env.INVIGIL_DEV ?? "http://127.0.0.1:8080" } },
  },
  test: {
    // All processors: by default one is left idle, which is half of a small machine.
    maxWorkers: "100%",
    // jsdom does not know this element yet; browsers do.
    onConsoleLog: (log) => !log.includes("The tag <search> is unrecognized"),
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["src/**/*.test.ts"],
          environment: "node",
          setupFiles: ["src/test/unit-setup.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "components",
          include: ["src/**/*.test.tsx"],
          exclude: leftOut,
          environment: "jsdom",
          setupFiles: ["src/test/setup.ts"],
          // Loading the simulated browser and the mock server costs more than the tests.
          isolate: false,
          // For a busy machine; on an idle one each takes well under a second.
          testTimeout: 30_000,
          // For one that stalled longer, as in the other suites: a notice is gone by itself after some seconds.
          retry: 1,
        },
      },
    ],
  },
});
