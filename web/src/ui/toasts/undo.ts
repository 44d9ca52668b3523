import i18next from 'i18next'
import { ApiError } from '../../lib/api.ts'
import { alertPopup } from '../popups/popups.ts'
import type { ToastAction } from './toast-store.ts'
import { successToast } from './toasts.ts'

type Undo = () => Promise<unknown>

/** What was done in this page, the latest last; each can be taken back once. */
let done: Undo[] = []
const MOST_KEPT = 50

/** Says what was done; the toast's button and Ctrl+Z take it back. */
export function doneToast(words: string, undo: Undo | null, further?: ToastAction): void {
  if (undo) done = [...done, undo].slice(-MOST_KEPT)
  const action = undo && { label: i18next.t('files.undo'), run: () => void runUndo(undo) }
  successToast(words, action ?? undefined, further)
}

/** The latest that was not taken back yet. */
export function undoLast(): void {
  const last = done.at(-1)
  if (last) void runUndo(last)
}

async function runUndo(undo: Undo): Promise<void> {
  if (!done.includes(undo)) return
  done = done.filter(one => one !== undo)
  try {
    await undo()
    successToast(i18next.t('actions.undone'))
  } catch (error) {
    const problem = error instanceof ApiError ? error.problem : null
    alertPopup({
      title: i18next.t('actions.undo_failed'),
      message: [problem?.message, i18next.t('actions.undo_failed_text')].filter(Boolean).join(' '),
    })
  }
}
