export { take } from "../es/take";
