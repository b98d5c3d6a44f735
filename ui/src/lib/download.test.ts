import { expect, it } from "vitest";
import { fileName } from "./download";

it("takes the file's name from the server, in either form", () => {
  expect(fileName('attachment; filename="results.csv"', "x")).toBe("results.csv");
  expect(fileName("attachment; filename=results.xlsx", "x")).toBe("results.xlsx");
  expect(fileName("attachment; filename=\"r.csv\"; filename*=UTF-8''r%C3%A9sultats.csv", "x")).toBe(
    "résultats.csv",
  );
  expect(fileName("attachment; filename*=UTF-8''%E0%A4%A; filename=\"r.csv\"", "x")).toBe("r.csv");
  expect(fileName(null, "results.csv")).toBe("results.csv");
});
