// Caches the test page's shell and files in the candidate's browser, so that a reload during
// a network outage reopens the test. Answers are stored by the journal, not here.
const CACHE = "invigil-take-1";
/** One shell serves every test: it contains no data of the candidate or the test. */
const SHELL = "/take-test/";
/** Timeout in ms of a navigation, after which it is served from the cache. */
const NAVIGATION_TIMEOUT_MS = 5000;

/** Timeout in ms of a cache lookup before the network is used: the browser's storage may hang. */
const LOOKUP_TIMEOUT_MS = 1000;

/** Cached response of a URL; undefined if there is none, or the lookup times out. */
function kept(address) {
  const late = new Promise((resolve) => setTimeout(resolve, LOOKUP_TIMEOUT_MS));
  return Promise.race([caches.match(address, { ignoreVary: true }).catch(() => undefined), late]);
}

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

/** A sign-in page of a network, or a filter, replies to everything with a page of its own: it must not be kept. */
const isOf = (response, type) =>
  response.ok && !response.redirected && type.test(response.headers.get("Content-Type") ?? "");
const TYPES = { js: /javascript/, css: /css/, json: /json/ };
const isFile = (response, file) =>
  isOf(response, TYPES[file.split(".").pop()] ?? /^(?!text\/html|application\/json)./);
const isShell = async (response) =>
  isOf(response, /html/) && (await response.clone().text()).includes('id="root"');

async function keep(page, files) {
  const cache = await caches.open(CACHE);
  const missing = [];
  for (const file of files) if (!(await cache.match(file, { ignoreVary: true }))) missing.push(file);
  await Promise.all(
    missing.map(async (file) => {
      const response = await fetch(file);
      if (!isFile(response, file)) throw new Error(`${file} did not come`);
      await cache.put(file, response);
    }),
  );
  // Last, so that the files of a cached shell are always cached too.
  const shell = await fetch(page, { headers: { Accept: "text/html" } });
  if ((await isShell(shell)) && (await hasFiles(cache, shell))) await cache.put(SHELL, shell);
}

/** A server that was replaced while the page stayed open sends a shell of other files, which nothing has loaded yet. */
async function hasFiles(cache, shell) {
  const named = (await shell.clone().text()).match(/\/assets\/[\w.-]+\.(?:css|js)/g) ?? [];
  const found = await Promise.all(named.map((file) => cache.match(file, { ignoreVary: true })));
  return found.every((file) => file !== undefined);
}

self.addEventListener("message", (event) => {
  const { type, page, files } = event.data ?? {};
  if (type === "keep") event.waitUntil(keep(page, files).catch(() => undefined));
  if (type === "forget") event.waitUntil(caches.delete(CACHE));
});

async function navigate(request) {
  const shell = await kept(SHELL);
  if (!shell) return fetch(request);
  const late = new Promise((resolve) => setTimeout(() => resolve(shell), NAVIGATION_TIMEOUT_MS));
  // The kept shell also stands in for a proxy's page of an error.
  const live = fetch(request).then((response) => (response.status < 400 ? response : shell));
  return Promise.race([live.catch(() => shell), late]);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(navigate(request));
  else if (pathname.startsWith("/assets/")) {
    event.respondWith(kept(pathname).then((file) => file ?? fetch(request)));
  }
});
