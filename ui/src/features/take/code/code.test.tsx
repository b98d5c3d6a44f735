import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useRef, useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { sampled } from "@/test/data";
import { expectAccessible } from "@/test/page";
import { Divider } from "./Divider";
import { PaneTabs } from "./PaneTabs";
import { RunOutput } from "./RunOutput";

function Desk() {
  const [share, setShare] = useState(60);
  const desk = useRef<HTMLDivElement>(null);
  return (
    <div ref={desk}>
      <Divider
        label="Height of the editor"
        orientation="horizontal"
        area={() => desk.current}
        bounds={{ least: 30, most: 75 }}
        share={share}
        onShare={setShare}
      />
    </div>
  );
}

describe("the panes", () => {
  it("are divided by keyboard too, within bounds", async () => {
    const user = userEvent.setup();
    render(<Desk />);
    const divider = screen.getByRole("separator", { hidden: true });
    divider.focus();
    const at = () => divider.getAttribute("aria-valuenow");
    await user.keyboard("{ArrowDown}{ArrowRight}");
    expect(at()).toBe("65");
    await user.keyboard("{Home}{ArrowUp}");
    expect(at()).toBe("30");
    await user.keyboard("{End}{ArrowDown}");
    expect(at()).toBe("75");
    await expectAccessible();
  });

  it("are shown one at a time on a phone", async () => {
    const onPane = vi.fn();
    render(<PaneTabs pane="code" onPane={onPane} />);
    expect(screen.getByRole("button", { name: "Code" })).toHaveAttribute("aria-pressed", "true");
    await userEvent.setup().click(screen.getByRole("button", { name: "Run" }));
    expect(onPane).toHaveBeenCalledWith("run");
    await expectAccessible();
  });
});

describe("the output", () => {
  const result = sampled("RunResult");

  it("is text, whatever the program printed", async () => {
    render(
      <RunOutput
        result={{ ...result, verdict: "AC", stdout: "<b onclick=alert(1)>hi</b>", truncated: true }}
        onGoTo={vi.fn()}
      />,
    );
    expect(screen.getByText("<b onclick=alert(1)>hi</b>")).toBeVisible();
    expect(screen.getByText(/Only its beginning is shown/)).toBeVisible();
    await expectAccessible();
  });

  it("leads from a message to its line", async () => {
    const onGoTo = vi.fn();
    const messages = [{ line: 7, column: 3, text: "expected ';'" }];
    const failed = { ...result, verdict: "CE" as const, note: "The source code does not compile.", messages };
    render(<RunOutput result={{ ...failed, compiler: "main.rs:7:3: expected ';'" }} onGoTo={onGoTo} />);
    await userEvent.setup().click(screen.getByRole("button", { name: "Line 7" }));
    expect(onGoTo).toHaveBeenCalledWith(7);
    expect(screen.getByText("The code does not compile")).toBeVisible();
    await expectAccessible();
  });
});
