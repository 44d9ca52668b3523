import { type RefObject, type SyntheticEvent, useLayoutEffect, useRef } from 'react'
import { createStore } from '../lib/store.ts'

const OVERLAYS = 'dialog, [role="dialog"], [role="menu"]'

/** Whether a dialog or menu is open, native or not. */
export const isOverlayOpen = (): boolean => document.querySelector(OVERLAYS) !== null

/** Mantine's modals leave Esc to focused elements with this attribute. */
const KEEPS_ESCAPE = 'data-mantine-stop-propagation'

/** The element of each dialog that had the focus last. */
const lastFocused = new WeakMap<EventTarget, HTMLElement>()

function onFocusIn({ target, currentTarget }: Event): void {
  if (target instanceof Element) target.setAttribute(KEEPS_ESCAPE, 'true')
  if (currentTarget && target instanceof HTMLElement) lastFocused.set(currentTarget, target)
}

/** The open modal dialogs, the topmost last. */
export const modalDialogs = createStore<readonly HTMLDialogElement[]>([])

function setModalDialogs(dialogs: readonly HTMLDialogElement[]): void {
  modalDialogs.set(dialogs)
  // The body has the focus after an element that had it was removed from a dialog.
  if (dialogs.length > 0) document.body.setAttribute(KEEPS_ESCAPE, 'true')
  else document.body.removeAttribute(KEEPS_ESCAPE)
}

function open(dialog: HTMLDialogElement): void {
  dialog.showModal()
  // The browser focuses the first focusable element unless one is marked.
  dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus()
}

/**
 * Chromium closes a dialog on repeated Esc even when `cancel` is prevented. A dialog that is still
 * rendered then, because its action is running or it asks first, opens again below the later ones.
 */
function reopen({ currentTarget: closed }: Event): void {
  const dialogs = modalDialogs.get()
  const index = dialogs.findIndex(dialog => dialog === closed && !dialog.open)
  if (index === -1) return
  const top = dialogs.at(-1)
  const focused = top && lastFocused.get(top)
  for (const dialog of dialogs.slice(index)) {
    dialog.close()
    open(dialog)
  }
  focused?.focus()
}

/** Opens a native modal dialog while the component is mounted; the browser traps the focus. */
export function useModalDialog(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    // Esc closes only this dialog, not a modal below it.
    element.addEventListener('focusin', onFocusIn)
    element.addEventListener('close', reopen)
    open(element)
    setModalDialogs([...modalDialogs.get(), element])
    return () => {
      setModalDialogs(modalDialogs.get().filter(other => other !== element))
      // Close before unmounting, because the browser restores the focus only then.
      element.close()
    }
  }, [])
  return dialog
}

/**
 * Calls `onPress` for presses outside a dialog; a press that began inside, such as a text
 * selection, does not count.
 */
export function useOutsidePress(onPress: () => void) {
  const pressTarget = useRef<EventTarget>(null)
  return {
    onPointerDown: ({ target }: SyntheticEvent) => {
      pressTarget.current = target
    },
    onClick: ({ target, currentTarget }: SyntheticEvent) => {
      if (target === currentTarget && target === pressTarget.current) onPress()
    },
  }
}
