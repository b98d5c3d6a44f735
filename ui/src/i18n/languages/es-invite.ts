export { invite } from "../es/invite";
