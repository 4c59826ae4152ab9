// Short tones, made by the browser.

export const canSound = "AudioContext" in window;

const PAUSE_S = 0.14;
let audio = null;

// Call it first from a press: browsers are silent before one.
export async function beep(times, hz = 880, seconds = 0.18) {
  audio ??= new AudioContext();
  await audio.resume();
  for (let i = 0; i < times; i += 1) {
    const at = audio.currentTime + 0.05 + i * (seconds + PAUSE_S);
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    tone.frequency.value = hz;
    loudness.gain.setValueAtTime(0, at);
    loudness.gain.linearRampToValueAtTime(0.4, at + 0.02);
    loudness.gain.linearRampToValueAtTime(0, at + seconds);
    tone.connect(loudness).connect(audio.destination);
    tone.start(at);
    tone.stop(at + seconds);
  }
}
