/**
 * Numbering (seq) of journal entries, and why it never loses a newer text.
 *
 * The server applies an entry only if its number exceeds the one that it holds for that question, and returns the
 * number it holds. An equal number counts as a resend of the same text, so two texts of one question must never share
 * one.
 *
 * 1. The store assigns numbers from one counter for all tabs while it replies in time. Its floor is above every number
 *    that this tab has seen: the server's `next_seq`, its confirmations, messages of other tabs.
 * 2. If the store is slow or hangs, the text gets a local number, above the same floor and with a
 *    random step. Two tabs that do so at once, from one floor, collide neither with each other nor with the counter.
 *    The number is broadcast to the other tabs at once, which raises their floors.
 * 3. Within a tab, numbers are in the order of edits. A local number exceeds any that the store can assign to an
 *    older text still in flight, and later writes to the store start above it.
 * 4. A text keeps its local number in the store (`keep`) and across a reload, so that it cannot overtake a
 *    newer one: the larger number wins every merge, in the store, in this page and on the server.
 * 5. If two tabs cannot communicate and their store hangs, the tab with the smaller number learns of it from
 *    the server's reply. It checks in the store whether another tab wrote that; if not, the text that its own page
 *    shows is sent again with a larger number. So the text typed last wins, because it is sent
 *    last: saves go out within seconds, and at once when a tab is hidden.
 */

/** Numbers reserved for the store: older texts of this tab, and those of other tabs. */
const GAP = 1_000;
/** Range of the random step. The server accepts numbers up to 2^53 - 1: enough for 8,000 million steps. */
const RANDOM_RANGE = 2 ** 20;

/** Step above the floor for a number assigned without the store. Gaps have no meaning to the server. */
export const stepWithoutStore = (): number => GAP + Math.floor(Math.random() * RANDOM_RANGE);
