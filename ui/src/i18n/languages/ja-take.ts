export { take } from "../ja/take";
