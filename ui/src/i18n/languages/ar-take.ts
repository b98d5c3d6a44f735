export { take } from "../ar/take";
