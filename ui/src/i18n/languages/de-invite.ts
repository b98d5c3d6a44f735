export { invite } from "../de/invite";
