/** Hertz, seconds and volume of a discreet tone. */
const PITCH = 660;
const LENGTH = 0.25;
const VOLUME = 0.06;

let context: AudioContext | null = null;

/** A short, soft tone; silent where the browser has no sound. */
export function chime(): void {
  try {
    context ??= new AudioContext();
    void context.resume();
    const { currentTime } = context;
    const gain = context.createGain();
    gain.gain.setValueAtTime(VOLUME, currentTime);
    gain.gain.exponentialRampToValueAtTime(0.0001, currentTime + LENGTH);
    const tone = context.createOscillator();
    tone.frequency.value = PITCH;
    tone.connect(gain).connect(context.destination);
    tone.start();
    tone.stop(currentTime + LENGTH);
  } catch {
    // Without sound, the title still counts.
  }
}
