import { createStore } from '../../lib/store.ts'

export interface ToastAction {
  label: string
  run: () => void
}

export interface Toast {
  id: number
  kind: 'success' | 'danger'
  message: string
  actions: readonly ToastAction[]
}

/** The visible toast, followed by those that wait. */
export const toasts = createStore<Toast[]>([])

let lastId = 0

export function addToast(toast: Omit<Toast, 'id'>): void {
  // A newer success makes an older one obsolete. A failure stays until it has been shown.
  toasts.set([...toasts.get().filter(({ kind }) => kind === 'danger'), { ...toast, id: ++lastId }])
}

export const removeToast = (id: number): void =>
  toasts.set(toasts.get().filter(toast => toast.id !== id))
