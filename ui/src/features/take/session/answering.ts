import type { TabMessage } from "../journal/channel";
import { sectionRules } from "./sections";
import type { SessionState } from "./state";
import { count, type Emit, type Handlers, save, saveUnsent, withPause } from "./steps";
import { finish } from "./submitting";

/** Answers, their save state, and what the other tabs report. */
type Events =
  | "edit"
  | "edited"
  | "answers"
  | "entry"
  | "journal"
  | "save_state"
  | "go_to"
  | "enter"
  | "mark"
  | "tab";

function fromTab(state: SessionState, message: TabMessage, emit: Emit): SessionState {
  switch (message.type) {
    case "acked":
      emit({ type: "saved_elsewhere", at: message.at });
      return state;
    case "marked":
      return { ...state, marked: message.marked };
    case "deadline":
      return { ...state, deadline: message.deadline };
    case "pause":
      return withPause(state, message.since, message.until);
    case "entered":
      return sectionRules()?.follow(state, message, emit) ?? state;
    case "pushed":
      emit({ type: "push", pushed: message.pushed });
      return state;
    case "submitted":
      return finish(state, message.reply, "asked", false, [], emit);
    default:
      // The journal itself handles the others.
      return state;
  }
}

export const answering: Handlers<Events> = {
  edit(state, event, emit) {
    emit(event);
    return state;
  },

  edited(state, { question_id, taken }) {
    if (Boolean(state.overLimit[question_id]) !== taken) return state;
    return { ...state, overLimit: { ...state.overLimit, [question_id]: !taken } };
  },

  answers(state, { answers, unsent }, emit) {
    const changed = { ...state, answers, unsent };
    saveUnsent(changed, "edited", emit);
    return changed;
  },

  entry(state, _event, emit) {
    save(state, "touch", emit);
    return state;
  },

  journal: (state, { unsent, durable }) => ({ ...state, unsent, durable }),

  save_state: (state, { save: shown, unsent }) => ({ ...state, save: shown, unsent }),

  go_to(state, { position: asked }, emit) {
    const inside = Math.min(Math.max(asked, 0), Math.max(state.questions.length - 1, 0));
    const position = sectionRules()?.reach(state, inside) ?? inside;
    count(state, emit);
    emit({ type: "write", patch: { position } });
    return { ...state, position };
  },

  enter: (state, { now }, emit) => sectionRules()?.enter(state, now, emit) ?? state,

  mark(state, { question_id }, emit) {
    const others = state.marked.filter((id) => id !== question_id);
    const marked = others.length < state.marked.length ? others : [...others, question_id];
    emit({ type: "broadcast", message: { type: "marked", marked } }, { type: "write", patch: { marked } });
    return { ...state, marked };
  },

  tab: (state, { message }, emit) => fromTab(state, message, emit),
};
