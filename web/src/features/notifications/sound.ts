import { localSetting } from '../../lib/local-setting.ts'

/** Whether a pushed notification is heard. */
export const sound = localSetting('notification-sound', ['on', 'off'])

const LOCK = 'coffer.notification-sound'
/** Of several tabs the first one plays; the others hear of it within this time. */
const HELD_MS = 1500

/** Two soft notes, a fifth apart. */
const NOTES = [
  { hertz: 659.25, at: 0 },
  { hertz: 987.77, at: 0.11 },
] as const
const [LOUDNESS, LASTS] = [0.08, 0.5]

let audio: AudioContext | undefined

function play(): void {
  audio ??= new AudioContext()
  const start = audio.currentTime
  for (const { hertz, at } of NOTES) {
    const [note, volume] = [audio.createOscillator(), audio.createGain()]
    note.frequency.value = hertz
    // From nothing and to nothing, so that it does not click.
    volume.gain.setValueAtTime(0, start + at)
    volume.gain.linearRampToValueAtTime(LOUDNESS, start + at + 0.015)
    volume.gain.exponentialRampToValueAtTime(0.0001, start + at + LASTS)
    note.connect(volume).connect(audio.destination)
    note.start(start + at)
    note.stop(start + at + LASTS)
  }
}

/** Spec §7: a sound plays on a pushed notification, where the person wants it and the browser lets us. */
export async function playSound(): Promise<void> {
  // Before somebody has clicked anywhere browsers keep pages silent, and complain of those that try.
  if (sound.get() === 'off' || navigator.userActivation?.hasBeenActive === false) return
  // There are no locks where the page did not come over https.
  if (!navigator.locks) return play()
  await navigator.locks.request(LOCK, { ifAvailable: true }, async lock => {
    if (!lock) return
    play()
    await new Promise(resolve => setTimeout(resolve, HELD_MS))
  })
}
