import { createStore } from '../../lib/store.ts'

export interface PopupButton {
  label: string
  /** The popup focuses the button that is not plain. */
  style: 'plain' | 'accent' | 'danger'
  /** The value that openPopup resolves with. */
  answer: boolean
  /** The address that the button opens in a new tab. */
  href?: string
}

export interface Popup {
  id: number
  kind: 'alert' | 'success' | 'question' | 'progress'
  title: string
  message: string | undefined
  /** A text that is shown below the message, with a button that copies it. */
  copied?: string
  buttons: PopupButton[]
  answer: (agreed: boolean) => void
}

/** Open popups, the topmost last. */
export const popups = createStore<Popup[]>([])

let lastId = 0

/**
 * Resolves with the answer of the pressed button; closing the popup otherwise resolves with false.
 */
export function openPopup(popup: Omit<Popup, 'id' | 'answer'>): {
  id: number
  answer: Promise<boolean>
} {
  const id = ++lastId
  const { promise, resolve } = Promise.withResolvers<boolean>()
  popups.set([...popups.get(), { ...popup, id, answer: resolve }])
  return { id, answer: promise }
}

export function closePopup(id: number, agreed = false): void {
  const closed = popups.get().find(popup => popup.id === id)
  popups.set(popups.get().filter(popup => popup !== closed))
  closed?.answer(agreed)
}
