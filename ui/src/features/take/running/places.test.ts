import { expect, it } from "vitest";
import { t } from "../end-texts";
import { placeOf } from "./save-labels";

it("says that answers are kept on the computer only where the browser keeps them there", () => {
  const words = (durable: boolean) => {
    const place = placeOf(durable);
    const held = { count: 2, numbers: "1 and 2", place };
    return [
      t("keptTellAdministrator", { place }),
      t("keptRetries", { place }),
      t("heldRefused", { ...held, refusal: "Too long." }),
      t("heldStopped", held),
    ];
  };
  for (const text of words(true)) expect(text).toMatch(/kept on this computer\.|This computer keeps them/);
  for (const text of words(false)) {
    expect(text).toMatch(/kept in this page only|This page alone keeps them/);
    expect(text).not.toMatch(/computer/);
  }
});
