/** Views after the questions, loaded together. */
export { PlainAnswer } from "../answer/PlainAnswer";
export { farewell } from "./farewell";
export { PlainView } from "./PlainView";
export { SubmittingView } from "./SubmittingView";
export { WithdrawnView } from "./WithdrawnView";
