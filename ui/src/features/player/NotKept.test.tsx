import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { NotKept } from "./NotKept";

it("says that saves are missing, and nothing otherwise", () => {
  const { container, rerender } = render(<NotKept saves_total={112} saves_kept={112} />);
  expect(container).toBeEmptyDOMElement();
  rerender(<NotKept saves_total={112} saves_kept={96} />);
  expect(screen.getByText(/only the first 96 saves of 112 were kept/)).toBeVisible();
});
