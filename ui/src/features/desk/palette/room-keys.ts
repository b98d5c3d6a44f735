const EVERYWHERE: [string, string][] = [
  ["Ctrl K", "Search tests, people, questions and actions"],
  ["?", "Show these shortcuts"],
  ["Tab", "First: skip to content"],
];

const ROOMS: [path: RegExp, keys: [string, string][]][] = [
  [
    /^\/admin\/tests\/[^/]+\/questions/,
    [
      ["↑ ↓", "In the outline: the question before, or the next one"],
      ["Enter", "Open the question"],
      ["Alt ↑ ↓", "Move the question, also into another section"],
    ],
  ],
  [/^\/admin\/tests\//, [["← →", "In the tabs: another tab"]]],
  [/^\/admin\/create-test/, [["Alt ↑ ↓", "Move the question that has the focus"]]],
  [/^\/admin$/, [["← →", "In the tabs: another tab"]]],
];

/** The keys of a room that has no list of its own. */
export function keysAt(path: string): [string, string][] {
  const own = ROOMS.find(([pattern]) => pattern.test(path))?.[1] ?? [];
  return [...own, ...EVERYWHERE];
}
