import { useState } from "react";
import { forgetAiKey, readAiKey, writeAiKey } from "@/features/staff-shared/ai/key";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { PasswordInput } from "@/ui/PasswordInput";
import { toast } from "@/ui/toast";

/** API key stored in this browser and sent with each AI call, with precedence over the server's. */
export function BrowserKey() {
  const [key, setKey] = useState(() => readAiKey() ?? "");
  const [stored, setStored] = useState(() => readAiKey() !== null);
  const save = () => {
    if (key.trim() === "") toast.error("Please enter a valid API key");
    else if (writeAiKey(key)) {
      setStored(true);
      toast.success("API key saved successfully");
    } else toast.error("This browser does not let the page keep the key.");
  };
  const forget = () => {
    forgetAiKey();
    setKey("");
    setStored(false);
    toast.success("API key removed from this browser");
  };
  return (
    <form
      noValidate
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Field
        label="Gemini API key"
        className="min-w-56 flex-1"
        hint="Kept in this browser only, and used instead of the server-side key."
      >
        <PasswordInput
          value={key}
          autoComplete="off"
          placeholder="Enter your Gemini API key"
          onChange={(event) => setKey(event.target.value)}
        />
      </Field>
      <div className="flex gap-2 pb-5.5">
        <Button type="submit" variant="secondary">
          Save API key
        </Button>
        {stored && (
          <Button variant="ghost" onClick={forget}>
            Remove
          </Button>
        )}
      </div>
    </form>
  );
}
