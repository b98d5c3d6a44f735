export { take } from "../fr/take";
