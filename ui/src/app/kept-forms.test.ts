import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const SRC = resolve(dirname(fileURLToPath(import.meta.url)), "..");

/** State that fields write into and that is not kept, by file and name, and why that loses nothing. */
const NOT_KEPT: Record<string, string> = {
  "lib/useTyped.ts: text": "searches and bounds of lists, which stand in the address once applied",
  "ui/ChangePasswordDialog.tsx: current": "a password",
  "ui/ChangePasswordDialog.tsx: next": "a password",
  "ui/ConfirmDialog.tsx: text": "a title typed to confirm a deletion must be typed each time",
  "ui/day/Calendar.tsx: typed": "a day; the form keeps it once it is complete",
  "features/password-reset/ForgotPage.tsx: email": "no account is signed in",
  "features/password-reset/ResetPage.tsx: password": "a password",
  "features/security/Enrol.tsx: password": "a password",
  "features/security/Enrol.tsx: code": "digits that serve once",
  "features/security/ProofDialog.tsx: password": "a password",
  "features/security/ProofDialog.tsx: code": "digits that serve once",
  "features/settings/sign-in/DirectoryCard.tsx: login": "the name of a person to test with",
  "features/results/ExportResultsDialog.tsx: rows": "a choice for one download",
  "features/results/ExportResultsDialog.tsx: kind": "a choice for one download",
  "features/results/ExportResultsDialog.tsx: headings": "kept on the device after the download",
  "features/staff-shared/consent/ConsentTranslations.tsx: language":
    "the choice of a translation that is added next",
  "features/settings/sign-in/DirectoryDialog.tsx: password": "a password",
  "features/settings/sign-in/ProviderDialog.tsx: secret": "a secret",
  "features/test-page/CalendarDialog.tsx: address": "an address that contains a secret",
  "features/settings/TestEmail.tsx: language": "a choice",
  "features/settings/company/OtherWords.tsx: language": "a choice",
  "features/signin/SignInForm.tsx: code": "digits that serve once",
  "features/evidence/EvidencePage.tsx: pasted":
    "a receipt pasted for a comparison, which leaves the browser nowhere",
  "features/desk/palette/Palette.tsx: search": "a search",
  "features/take/intro/OwnSession.tsx: code": "digits that serve for a minute",
  "features/take/proctor/AskProctor.tsx: open": "whether the form is shown",
  "features/sessions/AddPeople.tsx: search": "a search",
  "features/sessions/CheckInField.tsx: code": "a code that is scanned again in a second",
  "features/sessions/ShareDialog.tsx: choice": "a choice",
  "features/sessions/StartCard.tsx: time": "a time of day, chosen and sent at once",
  "features/invite/ScheduleView.tsx: day": "chosen from a list of slots that ages",
  "features/invite/ScheduleView.tsx: slot": "chosen from a list of slots that ages",
  "features/question-kinds/coding/Form.tsx: step": "a choice of what is shown",
  "features/question-kinds/coding/Form.tsx: chosen": "a choice of what is shown",
  "features/test-page/translations/TextList.tsx: filter": "a filter of a list",
  "features/take/practice/PracticeField.tsx: answer": "a practice, of which nothing is sent",
  "features/shared-links/SharedHistory.tsx: chosen": "a choice of what is shown",
  "features/questions/files/ImportDialog.tsx: format":
    "a choice beside a file, which the browser cannot keep",
  "features/questions/files/ImportDialog.tsx: over": "no text: a file is dragged over the field",
  "features/invites/actions/ActionDialog.tsx: end": "a day, chosen for one action",
  "features/invites/actions/ActionDialog.tsx: typed": "a number typed to confirm must be typed each time",
  "features/results/ranking/sharing/ShareDialog.tsx: days": "a choice",
  "features/scoring/reviewing/agreement/SettleDialog.tsx: typed":
    "digits of a score, typed and given at once",
  "features/scoring/rubric-form/RubricDialog.tsx: question": "a choice of what is shown",
  "features/scoring/LateAnswers.tsx: ticked": "ticks, which follow the version that was read",
  "features/scoring/useMarking.ts: typed": "digits of a score, which must not meet another score unseen",
  "features/settings/admins/roles/ScopeField.tsx: search": "a search of a list",
  "features/settings/ai/BrowserKey.tsx: key": "a key",
  "features/settings/applicants/ApplicantsTab.tsx: search": "a search",
  "features/settings/data/RulesCard.tsx: picked": "choices",
  "features/settings/webhooks/DeliveriesDialog.tsx: state": "a filter of a list",
  "features/settings/operations/AuditLog.tsx: typed": "a search",
  "features/settings/operations/AuditLog.tsx: actor": "a filter of a list",
  "features/settings/operations/AuditLog.tsx: day": "a filter of a list",
  "features/question-kinds/coding/FunctionHarness.tsx: text":
    "one line that generates the starter code, which the form of the question keeps",
  "features/tests/paper/PaperDialog.tsx: seed": "no text: the number of a draw",
  "features/tests/sections/PoolDialog.tsx: draft":
    "asks before it closes; the panel of the test keeps the rest",
  "features/tests/sections/PoolDialog.tsx: choosing": "no text: a picker is open",
  "features/questions/form/useQuestionForm.ts: draft": "its users keep it: wizard, panel of a test, bank",
  "features/tests/useTestEdit.ts: fields": "kept by useKeptEdit, for each test",
  "features/tests/create/useWizard.ts: draft": "kept as the wizard's draft, for each test",
  "features/monitoring/outages/ReviewDialog.tsx: rows": "no text: the result of the call",
};

/** Forms of react-hook-form that are not kept. */
const FORMS_NOT_KEPT: Record<string, string> = {
  "features/signin/SetupForm.tsx": "no account is signed in, and it asks for a password",
  "features/signin/SignInForm.tsx": "no account is signed in, and it asks for a password",
  "features/signin/SignUpForm.tsx": "no account is signed in, and it asks for a password",
};
/** Keys without a record, and why the text belongs to no other one. */
const KEYS_WITHOUT_RECORD: Record<string, string> = {
  '"own name"': "of the account itself",
  '"new admin"': "a new record",
  '"runner token"': "a new record",
  '"api token"': "a new record",
  '"new hold"': "a new record",
  '"bulk invite list"': "new records; the notice says that it is back",
  '"bulk invite file"': "new records; the notice says that it is back",
  '"bulk invite"': "new records; the notice says that it is back",
  '"announcement to tests"': "a new record; the text stays until it is sent",
  '"company settings"': "there is one",
  '"directory"': "there is one",
  'bank ? "generate questions" : "generate test"': "new records",
};

/** The keys of kept texts. */
const keysOf = (text: string) =>
  [...text.matchAll(/\buse(?:Kept|KeptRecord|Draft)(?:<[^;]*?>)?\(\s*([^,]+?),/gs)].map(
    ([, key = ""]) => key,
  );

/** Names that states of forms have, also where a field reaches them through its parent. */
const TYPED_NAMES =
  /^(draft|form|fields|values|typed|text|reason|note|comment|comments|message|name|title|email|subject|body|content|scopes|rows|source|minutes)$/;

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter(
  (file) => /\.tsx?$/.test(file) && !file.includes(".test.") && !file.startsWith("test/"),
);
const read = (file: string) => readFileSync(join(SRC, file), "utf8");

/** Names of `useState` variables that a text field writes into. */
function typedStates(text: string): string[] {
  const states = [...text.matchAll(/const \[(\w+|\{[^}]*\}), (set\w+)\] = useState\b/g)];
  return states.flatMap(([, name = "", setter = ""]) => {
    const typed = new RegExp(`\\b${setter}\\([^;]*?\\btarget\\.value`, "s").test(text);
    const passed = new RegExp(`\\bon(Change|Type|Text|Draft|Input|Edit)=\\{${setter}\\}`).test(text);
    return typed || passed || TYPED_NAMES.test(name) ? [name] : [];
  });
}

describe("what a person types", () => {
  it("is kept, wherever a field writes into a state", () => {
    const found = files.flatMap((file) => typedStates(read(file)).map((name) => `${file}: ${name}`));
    expect(found.filter((one) => !(one in NOT_KEPT))).toEqual([]);
    expect(Object.keys(NOT_KEPT).filter((one) => !found.includes(one))).toEqual([]);
  });

  it("is kept in every form of react-hook-form", () => {
    const forms = files.filter((file) => /\buseForm[<(]/.test(read(file)));
    expect(forms.filter((file) => !read(file).includes("useSettingsConflict("))).toEqual(
      Object.keys(FORMS_NOT_KEPT),
    );
  });

  it("is never in a field that no code reads", () => {
    const uncontrolled = files.filter((file) => /\bdefaultValue=/.test(read(file)));
    expect(uncontrolled).toEqual([]);
  });

  it("is kept under the name of its record, and for one field", () => {
    const calls = files.filter((file) => !/^lib\/(kept\/useKept(Record)?|useDraft)\.ts$/.test(file));
    const keys = calls.flatMap((file) => keysOf(read(file)));
    expect(keys.length).toBeGreaterThan(25);
    const fixed = keys.filter((key) => !key.includes("${") && !/\(|^name$/.test(key));
    expect(fixed.sort()).toEqual(Object.keys(KEYS_WITHOUT_RECORD).sort());
    expect(keys.filter((key, n) => keys.indexOf(key) !== n && !key.includes("(id)"))).toEqual([]);
    const names = keys.map((key) => key.replace(/\$\{[^}]*\}/g, "#"));
    expect(names.filter((name, n) => name.startsWith("`") && names.indexOf(name) !== n)).toEqual([]);
  });

  it("is found where a form forgets to keep it", () => {
    expect(
      typedStates(`const [more, setMore] = useState("");
      <Textarea value={more} onChange={(event) => setMore(event.target.value)} />`),
    ).toEqual(["more"]);
    expect(typedStates(`const [more, setMore] = useState("");<Words onText={setMore} />`)).toEqual(["more"]);
    expect(typedStates(`const [draft, setDraft] = useState(BLANK);`)).toEqual(["draft"]);
    expect(typedStates(`const [open, setOpen] = useState(false);<Dialog onOpenChange={setOpen} />`)).toEqual(
      [],
    );
    expect(
      keysOf('useKept("note", ""); useKept<{ a: string }>(\nownKey, A); useDraft(noteKey(id), "")'),
    ).toEqual(['"note"', "ownKey", "noteKey(id)"]);
  });
});
