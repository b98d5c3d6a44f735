/** Views after the questions, loaded together. */
export { farewell } from "./farewell";
export { SubmittingView } from "./SubmittingView";
export { WithdrawnView } from "./WithdrawnView";
