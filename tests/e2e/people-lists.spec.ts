// Lists of people as spreadsheets save them: the names are seen before anything is sent.

import { Api } from "./support/api.ts";
import { axe } from "./support/axe.ts";
import { expect, signIn, test } from "./support/fixtures.ts";
import { zipOf } from "./support/zip.ts";

const row = (number: number, cells: string[]) =>
  `<row r="${number}">${cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join("")}</row>`;
const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;

const WORKBOOK = zipOf({
  "xl/workbook.xml":
    '<workbook xmlns:r="r"><sheets><sheet name="Notes" r:id="rId1"/><sheet name="People" r:id="rId2"/></sheets></workbook>',
  "xl/_rels/workbook.xml.rels":
    '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="worksheets/sheet2.xml"/></Relationships>',
  "xl/worksheets/sheet1.xml": sheet(row(1, ["See the next sheet"])),
  "xl/worksheets/sheet2.xml": sheet(
    row(1, ["Prénom", "Nom", "Poste", "Adresse e-mail"]) +
      row(2, ["Zoë", "Sample", "Chef", "zoe@example.org"]) +
      row(3, ["Bo", "Wrong", "Chef", "bo@example..org"]),
  ),
});

test("names of a Windows-1252 file and of a workbook are seen before they are invited", async ({ page, server }, info) => {
  const api = await Api.signIn(server);
  await api.createTest();
  await signIn(page, server);
  await page.goto(`${server.url}/admin?tab=invites&send=many`);
  const dialog = page.getByRole("dialog", { name: "Bulk invite" });
  const choose = (name: string, buffer: Buffer) =>
    dialog.getByLabel("CSV or Excel file").setInputFiles({ name, mimeType: "application/octet-stream", buffer });
  const preview = dialog.getByRole("region", { name: "Preview" });

  await choose("people.csv", Buffer.from("Name;Email\r\nAda;ada@example.org\r\nJörg Müller;joerg@example.org\r\n", "latin1"));
  await expect(dialog.getByText("Read as Windows-1252: check the names.")).toBeVisible();
  await expect(preview.getByRole("listitem").first()).toContainText("Jörg Müller");
  await expect(preview).toContainText("2 people can be invited");
  await page.reload();
  await expect(dialog.getByText("Read as Windows-1252: check the names.")).toBeVisible();
  await expect(dialog.getByLabel("People")).toHaveValue(/Jörg Müller/);

  await choose("people.xlsx", WORKBOOK);
  await expect(dialog.getByText("Sheet 'People' was read; sheet 'Notes' is not used.")).toBeVisible();
  await expect(dialog.getByText("Column 'Poste' is not used.")).toBeVisible();
  await expect(preview).toContainText("Zoë Sample");
  await expect(preview).toContainText("it contains two dots in a row");
  expect(await axe(page)).toEqual([]);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await page.screenshot({ path: info.outputPath(`people-${width}.png`) });
  }

  await dialog.getByRole("button", { name: "Next" }).click();
  await dialog.getByLabel("Test", { exact: true }).selectOption({ index: 1 });
  await dialog.getByRole("radio", { name: /No schedule/ }).check();
  await dialog.getByRole("button", { name: "Send 1 Invite" }).click();
  await expect(dialog.getByText("1 invitation created")).toBeVisible();
  const invites = await api.get<{ applicant_name: string }[]>("/invites");
  expect(invites.map((invite) => invite.applicant_name)).toEqual(["Zoë Sample"]);
});
