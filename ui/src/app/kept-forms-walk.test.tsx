// Every form: type, close it, look elsewhere, reload, lose the session, sign in as another person.
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import type { ReactElement } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { User } from "@/api/types";
import { ProfileDialog } from "@/features/applicant/ProfileDialog";
import { BulkInviteDialog } from "@/features/invites/bulk/BulkInviteDialog";
import { SendInviteDialog } from "@/features/invites/SendInviteDialog";
import { MessageDialog } from "@/features/monitoring/actions/MessageDialog";
import { ReasonDialog } from "@/features/monitoring/actions/ReasonDialog";
import { Messages } from "@/features/monitoring/single/Messages";
import { LoadedPanel } from "@/features/questions/bank/panel/LoadedPanel";
import { GenerateDialog } from "@/features/questions/generate/GenerateDialog";
import { RevealDialog } from "@/features/scoring/reviewing/anonymity/RevealDialog";
import { RubricForm } from "@/features/scoring/rubric-form/RubricForm";
import { CreateAdminDialog } from "@/features/settings/admins/CreateAdminDialog";
import { CompanyForm } from "@/features/settings/company/CompanyForm";
import { EmailForm } from "@/features/settings/EmailForm";
import { PlatformDialog } from "@/features/settings/lti/PlatformDialog";
import { CreateTokenDialog } from "@/features/settings/runners/CreateTokenDialog";
import { ConsentForm } from "@/features/staff-shared/consent/ConsentForm";
import { Editor } from "@/features/test-page/translations/Editor";
import { forgetOthers } from "@/lib/kept/store";
import { useSession } from "@/stores/session";
import { backendTest, sampled } from "@/test/data";
import { show } from "@/test/page";
import { FlagDialog } from "@/ui/attempt/FlagDialog";
import { ReopenDialog } from "@/ui/attempt/ReopenDialog";

const none = () => undefined;
const ada: User = { ...sampled("User"), id: "ada", full_name: "Ada" };
const bob: User = { ...ada, id: "bob", full_name: "Bob" };
const subject = { attemptId: "a-1", name: "Cara", title: "Rust" } as Parameters<
  typeof MessageDialog
>[0]["subject"];
const rubric = { ...sampled("Rubric"), question_id: "q", points: 4, version: 3, items: [], snippets: [] };

const polish = { ...sampled("TranslationSummary"), language: "pl", name: "Polski" };
const title = { ...sampled("SourceText"), max_characters: 200 };

/** Each form, and the field that is typed into. */
const FORMS: [name: string, field: RegExp, form: () => ReactElement][] = [
  ["add time", /^Reason/, () => <ReasonDialog kind="add-time" subject={subject} onClose={none} />],
  ["end a test", /^Reason/, () => <ReasonDialog kind="end" subject={subject} onClose={none} />],
  ["message", /^Message/, () => <MessageDialog subject={subject} onClose={none} />],
  ["messages beside the video", /^Message/, () => <Messages attemptId="a-1" />],
  ["flag", /^What did you see/, () => <FlagDialog kind="issue" who="Cara" attemptId="a-1" onClose={none} />],
  ["reopen", /^Reason/, () => <ReopenDialog attemptId="a-1" name="Cara" onClose={none} onReopened={none} />],
  ["learning platform", /^Name/, () => <PlatformDialog platform={undefined} onClose={none} />],
  ["reveal names", /^Reason/, () => <RevealDialog test="t-1" onClose={none} />],
  ["company", /^Start of the invitation/, () => <CompanyForm settings={sampled("CompanySettings")} />],
  [
    "consent",
    /^Text/,
    () => (
      <ConsentForm
        name="site consent"
        settings={sampled("ConsentSettings")}
        blank=""
        put={async () => sampled("ConsentSettings")}
        refresh={async () => undefined}
      />
    ),
  ],
  ["email settings", /^From name/, () => <EmailForm settings={sampled("EmailSettings")} />],
  ["new admin", /^Full name/i, () => <CreateAdminDialog onClose={none} />],
  ["runner", /^Name of the machine/, () => <CreateTokenDialog onClose={none} />],
  ["invite", /^(Applicant )?name/i, () => <SendInviteDialog test="" onClose={none} />],
  ["bulk invite", /people|list/i, () => <BulkInviteDialog onClose={none} />],
  ["generate", /^Topic/, () => <GenerateDialog onClose={none} />],
  ["own name", /name/i, () => <ProfileDialog user={ada} onClose={none} />],
  [
    "translation",
    /^Title, Polski/,
    () => (
      <Editor test={backendTest()} data={{ languages: [polish], texts: [title], unused: [] }} className="" />
    ),
  ],
  [
    "rubric",
    /^Model answer/,
    () => <RubricForm test="t" rubric={rubric} title="Rubric" description="" choice={null} onClose={none} />,
  ],
  [
    "question of the bank",
    /^Question text|^Text|^Question/,
    () => <LoadedPanel read={null} view="edit" onView={none} onClose={none} />,
  ],
];

const as = (user: User | null) =>
  useSession.setState({ user, status: user ? "signed_in" : "anonymous", expired: user === null });

beforeEach(() => {
  localStorage.clear();
  as(ada);
});
afterEach(() => as(null));

const fieldOf = async (label: RegExp) => {
  const found = await screen.findAllByRole("textbox", { name: label });
  const field = found[0];
  if (!field) throw new Error("no field");
  return field;
};

it.each(FORMS)("%s", async (_name, label, form) => {
  const user = show(form());
  const field = await fieldOf(label);
  const first = (field as HTMLInputElement).value;
  const typed = `${first}what I typed`;
  await user.clear(field);
  await user.type(field, typed);
  // Escape may ask, and throws nothing away by itself.
  await user.keyboard("{Escape}");
  for (const question of screen.queryAllByRole("dialog", { name: "Discard your changes?" }))
    await user.click(within(question).getByRole("button", { name: "Keep editing" }));
  // Another tab of the page, or a reload.
  cleanup();
  show(form());
  await waitFor(async () => expect(await fieldOf(label)).toHaveValue(typed));
  // The session ends; another person does not see it, and the same person does.
  cleanup();
  as(null);
  as(bob);
  show(form());
  expect(await fieldOf(label)).toHaveValue(first);
  cleanup();
  as(ada);
  show(form());
  await waitFor(async () => expect(await fieldOf(label)).toHaveValue(typed));
  const discard = screen.queryByRole("button", { name: "Discard it" });
  if (discard) {
    await user.click(discard);
    expect(await fieldOf(label)).toHaveValue(first);
    expect(localStorage).toHaveLength(0);
  }
  cleanup();
  as(bob);
  forgetOthers("bob");
  expect(Object.keys(localStorage).filter((key) => key.includes(":ada:"))).toEqual([]);
});

/** What is chosen in the form that is shown. */
const choices = () => [
  ...screen.queryAllByRole("combobox").map((box) => (box as HTMLSelectElement).value),
  ...["radio", "checkbox", "switch"].flatMap((role) =>
    screen
      .queryAllByRole(role)
      .map((box) => (box as HTMLInputElement).checked ?? box.getAttribute("aria-checked") === "true"),
  ),
];

/** Their selects choose what is shown, and are not sent. */
const VIEWS = ["consent", "translation"];

// A text for reviewers is not for administrators after a reload.
it.each(FORMS.filter(([name]) => !VIEWS.includes(name)))(
  "%s: what is chosen beside it",
  async (_name, label, form) => {
    const user = show(form());
    await user.type(await fieldOf(label), "what I typed");
    for (const box of screen.queryAllByRole<HTMLSelectElement>("combobox")) {
      const other = [...(box.options ?? [])].findLast(
        ({ value, disabled }) => value !== box.value && !disabled,
      );
      if (other) await user.selectOptions(box, other);
    }
    for (const box of [...screen.queryAllByRole("radio"), ...screen.queryAllByRole("checkbox")])
      if (box.isConnected && !box.hasAttribute("disabled")) await user.click(box);
    const chosen = choices();
    cleanup();
    show(form());
    await fieldOf(label);
    await waitFor(() => expect(choices()).toEqual(chosen));
  },
);

it("never keeps a password", async () => {
  const user = show(<CreateAdminDialog onClose={none} />);
  await user.type(await fieldOf(/^Full name/i), "Grace");
  await user.type(screen.getByLabelText(/^Password/), "correct horse");
  expect(JSON.stringify(localStorage)).toContain("Grace");
  expect(JSON.stringify(localStorage)).not.toContain("horse");
});
