import { render, screen } from "@testing-library/react";
import { ArrowLeft } from "lucide-react";
import { expect, it } from "vitest";
import { Button } from "./Button";

const iconOf = (name: string) => screen.getByRole("button", { name }).querySelector("svg");

it("draws an icon hidden, as high as the label, and turned with the direction of the text where it points", () => {
  render(
    <>
      <Button icon={ArrowLeft}>One</Button>
      <Button icon={ArrowLeft} turns>
        Two
      </Button>
      <Button icon={<ArrowLeft className="size-3" />}>Three</Button>
      <Button busy icon={ArrowLeft}>
        Four
      </Button>
      <Button icon={false}>Five</Button>
    </>,
  );
  expect(iconOf("One")?.getAttribute("aria-hidden")).toBe("true");
  expect(iconOf("One")?.classList).toContain("size-4");
  expect(iconOf("One")?.classList).not.toContain("rtl:-scale-x-100");
  expect(iconOf("Two")?.classList).toContain("rtl:-scale-x-100");
  expect(iconOf("Three")?.classList).not.toContain("size-4");
  expect(iconOf("Four")?.classList).not.toContain("lucide");
  expect(iconOf("Five")).toBeNull();
});
