export { desk } from "../fr/desk";
export { inviteList } from "../fr/invite-list";
export { overview } from "../fr/overview";
export { resultList } from "../fr/result-list";
export { shell } from "../fr/shell";
export { status } from "../fr/status";
export { testList } from "../fr/test-list";
export { testPage } from "../fr/test-page";
