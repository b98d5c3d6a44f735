import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { expectAccessible, show } from "@/test/page";
import { FilterRow } from "./FilterRow";

const row = (set: number) =>
  show(
    <FilterRow set={set} search={<input aria-label="Name" />}>
      <input aria-label="Date" />
    </FilterRow>,
  );

it("says how many of the folded filters are set", () => {
  row(2);
  expect(screen.getByRole("button")).toHaveAccessibleName("Filters 2 set");
});

it("shows no number where none is set, and says what the button unfolds", async () => {
  const user = row(0);
  const button = screen.getByRole("button", { name: "Filters" });
  const filters = document.getElementById(button.getAttribute("aria-controls") ?? "");
  expect(filters).toContainElement(screen.getByLabelText("Date"));
  expect(filters).not.toContainElement(screen.getByLabelText("Name"));
  expect(button).toHaveAttribute("aria-expanded", "false");
  expect(filters).toHaveClass("max-md:hidden");
  await user.click(button);
  expect(button).toHaveAttribute("aria-expanded", "true");
  expect(filters).not.toHaveClass("max-md:hidden");
  await expectAccessible();
});
