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

const AT_ONCE = 3

/** The toasts that are shown, the latest last. */
export const toasts = createStore<Toast[]>([])

let lastId = 0

export function addToast(toast: Omit<Toast, 'id'>): void {
  toasts.set([...toasts.get(), { ...toast, id: ++lastId }].slice(-AT_ONCE))
}

export const removeToast = (id: number): void =>
  toasts.set(toasts.get().filter(toast => toast.id !== id))
