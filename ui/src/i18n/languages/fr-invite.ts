export { invite } from "../fr/invite";
