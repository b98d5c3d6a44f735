// Keeps the test page's shell and files on the candidate's computer, so that a reload in the middle
// of a cut network opens the test again. Answers are not its business: the journal keeps those.
const CACHE = "invigil-take-1";
/** One shell serves every test: it holds nothing of the person or the test. */
const SHELL = "/take-test/";
/** Milliseconds after which a navigation without an answer is served from here. */
const PATIENCE = 5000;

/** Milliseconds that the kept files are looked for before the network is asked: a browser's store may hang. */
const LOOK = 1000;

/** What is kept under an address; undefined where nothing is, or where the store does not say so in time. */
function kept(address) {
  const late = new Promise((resolve) => setTimeout(resolve, LOOK));
  return Promise.race([caches.match(address, { ignoreVary: true }).catch(() => undefined), late]);
}

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

async function keep(page, files) {
  const cache = await caches.open(CACHE);
  const missing = [];
  for (const file of files) if (!(await cache.match(file, { ignoreVary: true }))) missing.push(file);
  await Promise.all(
    missing.map(async (file) => {
      const response = await fetch(file);
      if (response.ok) await cache.put(file, response);
    }),
  );
  // Last, so that a kept shell always finds its files.
  const shell = await fetch(page, { headers: { Accept: "text/html" } });
  if (shell.ok) await cache.put(SHELL, shell);
}

self.addEventListener("message", (event) => {
  const { type, page, files } = event.data ?? {};
  if (type === "keep") event.waitUntil(keep(page, files).catch(() => undefined));
  if (type === "forget") event.waitUntil(caches.delete(CACHE));
});

async function navigate(request) {
  const shell = await kept(SHELL);
  if (!shell) return fetch(request);
  const late = new Promise((resolve) => setTimeout(() => resolve(shell), PATIENCE));
  return Promise.race([fetch(request).catch(() => shell), late]);
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
