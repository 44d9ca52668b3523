import { addToast, type ToastAction } from './toast-store.ts'

/** It worked. Goes away by itself after six seconds, unless it is pointed at. */
export const successToast = (message: string, action?: ToastAction): void =>
  addToast({ kind: 'success', message, action })

export const dangerToast = (message: string, action?: ToastAction): void =>
  addToast({ kind: 'danger', message, action })
