import i18next from 'i18next'
import { ApiError } from '../../lib/api.ts'
import { onUserLeft } from '../../lib/personal-list.ts'
import { alertPopup } from '../popups/popups.ts'
import type { ToastAction } from './toast-store.ts'
import { successToast } from './toasts.ts'

type Undo = () => Promise<unknown>

/** Actions of this page that can be undone, the latest last. */
let undoable: Undo[] = []
const MAX_UNDO = 50

onUserLeft(() => {
  undoable = []
})

/** Shows a success whose button, like Ctrl+Z, undoes the action. */
export function doneToast(message: string, undo: Undo | null, moreAction?: ToastAction): void {
  if (undo) undoable = [...undoable, undo].slice(-MAX_UNDO)
  const action = undo && { label: i18next.t('files.undo'), run: () => void runUndo(undo) }
  successToast(message, action ?? undefined, moreAction)
}

/** Undoes the latest action that was not undone yet. */
export function undoLast(): void {
  const last = undoable.at(-1)
  if (last) void runUndo(last)
}

async function runUndo(undo: Undo): Promise<void> {
  if (!undoable.includes(undo)) return
  undoable = undoable.filter(other => other !== undo)
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
