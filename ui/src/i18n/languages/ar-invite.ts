export { invite } from "../ar/invite";
