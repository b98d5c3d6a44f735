import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { PageSpinner } from "./Spinner";

it("is no landmark of its own within a page", () => {
  render(
    <main>
      <PageSpinner within label="Loading" />
    </main>,
  );
  expect(screen.getAllByRole("main")).toHaveLength(1);
  expect(screen.getAllByRole("heading", { level: 1 })).toHaveLength(1);
  expect(screen.getByText("Loading")).toBeInTheDocument();
});
