/**
 * How entries are numbered, and why no newer text is lost by it.
 *
 * The server applies an entry only if its number exceeds the one that it holds for that question, and answers with the
 * number that stands. An equal number counts as the same text sent twice, so two texts of one question must never share
 * one.
 *
 * 1. The store gives the numbers, from one counter for all tabs, while it answers in time. Its floor is above every number
 *    that this tab has seen: the server's `next_seq`, its confirmations, what other tabs told.
 * 2. A store that is too slow or hangs is not waited for: the text gets a number here, above the same floor and with a
 *    random step. Two tabs that do so at once, from one floor, do not meet: neither each other nor the counter's next ones.
 *    The number is told to the other tabs at once, which raises their floors.
 * 3. In one tab the order of numbers is the order of texts. A number given here exceeds what the store can give to an
 *    older text that is still under way, and what is handed to the store later starts above it.
 * 4. A text keeps the number that it got here, in the store (`keep`) and across a reload, so that it cannot climb over a
 *    newer one: the larger number wins at every meeting, in the store, in this page and on the server.
 * 5. Where two tabs cannot hear each other and their store is silent, the one whose number was the smaller learns it from
 *    the server's reply. It asks the store whether another tab wrote that; if nothing says so, what its own page
 *    shows is sent again with a larger number. So the text that was typed last is the one that stays, because it is sent
 *    last: saves go out within seconds, and at once when a tab is hidden.
 */

/** What the store may number meanwhile: older texts of this tab, and those of other tabs. */
const GAP = 1_000;
/** Places that the random step is drawn from. The server takes numbers up to 2^53 - 1: enough for 8,000 million steps. */
const SPREAD = 2 ** 20;

/** How far above the floor a text is numbered without the store. Gaps mean nothing to the server. */
export const stepWithoutStore = (): number => GAP + Math.floor(Math.random() * SPREAD);
