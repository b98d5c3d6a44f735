/** What dates, counts and lengths of time are called, on all pages. */
export const format = {
  minutes: "{count, plural, one {# minute} other {# minutes}}",
  questions: "{count, plural, one {# question} other {# questions}}",
  answers: "{count, plural, one {# answer} other {# answers}}",
  points: "{count, plural, one {# point} other {# points}}",
  withExtraTime: "{time} ({extra} extra time included)",
  notOpen: "This test is not open yet. It opens on {date} ({zone}).",
  seconds: "{s} s",
  minutesSeconds: "{min} min {s} s",
  hoursMinutes: "{h} h {min} min",
  hours: "{count, plural, one {# hour} other {# hours}}",
  secondCount: "{count, plural, one {# second} other {# seconds}}",
} as const;
