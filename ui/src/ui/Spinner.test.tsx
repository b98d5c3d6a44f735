import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { PageSpinner } from "./Spinner";

it("is no landmark and no heading within a page", () => {
  render(
    <main>
      <h1>Tests</h1>
      <PageSpinner within label="Loading" />
    </main>,
  );
  expect(screen.getAllByRole("main")).toHaveLength(1);
  expect(screen.getAllByRole("heading")).toHaveLength(1);
  expect(screen.getByText("Loading")).toBeInTheDocument();
});
