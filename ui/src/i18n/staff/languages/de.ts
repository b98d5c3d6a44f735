export { desk } from "../de/desk";
export { inviteList } from "../de/invite-list";
export { overview } from "../de/overview";
export { resultList } from "../de/result-list";
export { shell } from "../de/shell";
export { status } from "../de/status";
export { testList } from "../de/test-list";
export { testPage } from "../de/test-page";
