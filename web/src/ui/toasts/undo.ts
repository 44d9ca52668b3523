import i18next from 'i18next'
import { ApiError } from '../../lib/api.ts'
import { onUserLeft } from '../../lib/personal-list.ts'
import { alertPopup } from '../popups/popups.ts'
import type { ToastAction } from './toast-store.ts'
import { successToast } from './toasts.ts'

type Undo = () => Promise<unknown>

/** Actions of this page that can be undone, the latest last. */
let undoable: Undo[] = []
const running = new Set<Undo>()
const MAX_UNDO = 50

onUserLeft(() => {
  undoable = []
})

class NothingUndone extends Error {}

/** @throws NothingUndone when the server undid nothing, because all items are gone */
export function requireUndone({ changed }: { changed: number }): void {
  if (changed === 0) throw new NothingUndone()
}

/** Shows a success whose button, like Ctrl+Z, undoes the action. */
export function doneToast(message: string, undo: Undo | null, moreAction?: ToastAction): void {
  if (undo) undoable = [...undoable, undo].slice(-MAX_UNDO)
  const action = undo && { label: i18next.t('files.undo'), run: () => void runUndo(undo) }
  successToast(message, action ?? undefined, moreAction)
}

/** Undoes the latest action that was not undone yet. */
export function undoLast(): void {
  const last = undoable.findLast(undo => !running.has(undo))
  if (last) void runUndo(last)
}

async function runUndo(undo: Undo): Promise<void> {
  if (running.has(undo) || !undoable.includes(undo)) return
  running.add(undo)
  try {
    await undo()
    remove(undo)
    successToast(i18next.t('actions.undone'))
  } catch (error) {
    // An action that was not undone for lack of a connection can be undone later.
    if (!isOffline(error)) remove(undo)
    alertPopup({ title: i18next.t('actions.undo_failed'), message: messageOf(error) })
  } finally {
    running.delete(undo)
  }
}

function remove(undo: Undo): void {
  undoable = undoable.filter(other => other !== undo)
}

const isOffline = (error: unknown): boolean => error instanceof ApiError && error.status === 0

function messageOf(error: unknown): string {
  if (isOffline(error)) return i18next.t('shell.offline')
  if (error instanceof NothingUndone) return i18next.t('actions.undo_nothing')
  const problem = error instanceof ApiError ? error.problem : null
  return [problem?.message, i18next.t('actions.undo_failed_text')].filter(Boolean).join(' ')
}
