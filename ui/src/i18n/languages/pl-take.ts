export { take } from "../pl/take";
