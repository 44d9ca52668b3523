import { type RefObject, type SyntheticEvent, useLayoutEffect, useRef } from 'react'
import { createStore } from '../lib/store.ts'

/** The open modal dialogs, the topmost last. */
export const modalDialogs = createStore<readonly HTMLDialogElement[]>([])

/** Opens a native modal dialog while the component is mounted; the browser traps the focus. */
export function useModalDialog(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    element.showModal()
    // The browser focuses the first focusable element unless one is marked.
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    modalDialogs.set([...modalDialogs.get(), element])
    return () => {
      modalDialogs.set(modalDialogs.get().filter(other => other !== element))
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
