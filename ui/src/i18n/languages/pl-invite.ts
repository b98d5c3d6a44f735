export { invite } from "../pl/invite";
