import { localSetting } from '../../lib/local-setting.ts'

/** Whether notifications play a sound. */
export const sound = localSetting('notification-sound', ['on', 'off'])

const LOCK = 'coffer.notification-sound'
/** Time in ms for which one tab holds the lock, so that the others stay silent. */
const LOCK_MS = 1500

/** Two soft tones, a fifth apart. */
const NOTES = [
  { hertz: 659.25, at: 0 },
  { hertz: 987.77, at: 0.11 },
] as const
const VOLUME = 0.08
const DURATION_S = 0.5

let audio: AudioContext | undefined

function play(): void {
  audio ??= new AudioContext()
  const start = audio.currentTime
  for (const { hertz, at } of NOTES) {
    const oscillator = audio.createOscillator()
    const gain = audio.createGain()
    oscillator.frequency.value = hertz
    // Fade in and out to avoid clicks.
    gain.gain.setValueAtTime(0, start + at)
    gain.gain.linearRampToValueAtTime(VOLUME, start + at + 0.015)
    gain.gain.exponentialRampToValueAtTime(0.0001, start + at + DURATION_S)
    oscillator.connect(gain).connect(audio.destination)
    oscillator.start(start + at)
    oscillator.stop(start + at + DURATION_S)
  }
}

/** Plays a sound for a new notification, if the user wants it and the browser allows it. */
export async function playSound(): Promise<void> {
  // Browsers block sound before the first interaction and log a warning.
  if (sound.get() === 'off' || navigator.userActivation?.hasBeenActive === false) return
  // Locks are missing on pages without HTTPS.
  if (!navigator.locks) return play()
  await navigator.locks.request(LOCK, { ifAvailable: true }, async lock => {
    if (!lock) return
    play()
    await new Promise(resolve => setTimeout(resolve, LOCK_MS))
  })
}
