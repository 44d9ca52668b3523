import { type RefObject, type SyntheticEvent, useLayoutEffect, useRef } from 'react'
import { createStore } from '../lib/store.ts'

/** The modal dialogs that are open, the one in front last. */
export const modalDialogs = createStore<readonly HTMLDialogElement[]>([])

/** Shown above everything while its component is there; the browser keeps the focus inside. */
export function useModalDialog(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    element.showModal()
    // The browser chooses the first thing that can have the focus, unless one is marked.
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    modalDialogs.set([...modalDialogs.get(), element])
    return () => {
      modalDialogs.set(modalDialogs.get().filter(one => one !== element))
      // Closed before it is taken away, because the browser gives the focus back only then.
      element.close()
    }
  }, [])
  return dialog
}

/** For what closes a dialog by a press beside it: one that began inside, as a selection does, is none. */
export function useOutsidePress(onPress: () => void) {
  const begun = useRef<EventTarget>(null)
  return {
    onPointerDown: ({ target }: SyntheticEvent) => {
      begun.current = target
    },
    onClick: ({ target, currentTarget }: SyntheticEvent) => {
      if (target === currentTarget && target === begun.current) onPress()
    },
  }
}
