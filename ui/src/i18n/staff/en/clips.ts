/** Clips around flags: the setting of a test, and the player on the timeline. */
export const clips = {
  title: "Clips around flags",
  card: "Keep the video around flags and screenshots.",
  means:
    "About a minute of the camera's small picture, without sound: from up to 40 seconds before until 30 seconds after. It is deleted with the screenshots.",
  keep: "Keep clips around flags",
  keepHint:
    "Around each flag and each screenshot. Candidates read it before they start; tests that have begun keep what was shown then.",
  also: "Also when a candidate",
  momentTabHidden: "leaves the page",
  momentFullscreenLeft: "leaves full screen",
  momentPaste: "pastes text",
  momentSecondScreen: "has a second screen connected",
  momentCameraLost: "loses the camera",
  play: "Play the clip",
  loading: "Loading the clip",
  notLoaded: "The clip could not be loaded",
  clipOf: "Clip of {time}",
} as const;
