/** Views after the questions, and of answers that do not arrive, loaded together. */
export { PlainAnswer } from "../answer/PlainAnswer";
export { farewell } from "./farewell";
export { HeldAnswers } from "./HeldAnswers";
export { PlainView } from "./PlainView";
export { SubmittingView } from "./SubmittingView";
export { WithdrawnView } from "./WithdrawnView";
