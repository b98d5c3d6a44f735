export { invite } from "../ja/invite";
