export { take } from "../de/take";
