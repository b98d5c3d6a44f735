import { expect, test } from "vitest";
import { PRESETS, presetOf, serversOf } from "./directory";

test("another kind changes only what its user has not changed", () => {
  expect(presetOf("active_directory", PRESETS.other)).toEqual(PRESETS.active_directory);
  expect(presetOf("other", { ...PRESETS.active_directory, userFilter: "(mail={login})" })).toEqual({
    ...PRESETS.other,
    userFilter: "(mail={login})",
  });
});

test("servers stand on lines", () => {
  expect(serversOf(" ldaps://dc1 \n\n ldap://dc2:1389\n")).toEqual(["ldaps://dc1", "ldap://dc2:1389"]);
  expect(serversOf(" \n")).toEqual([]);
});
