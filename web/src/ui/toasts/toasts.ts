import { addToast, type ToastAction } from './toast-store.ts'

/** Shows a success, which disappears after six seconds unless the pointer is over it (APP-18). */
export const successToast = (message: string, ...actions: (ToastAction | undefined)[]): void =>
  addToast({ kind: 'success', message, actions: actions.filter(action => action !== undefined) })

export const dangerToast = (message: string, ...actions: (ToastAction | undefined)[]): void =>
  addToast({ kind: 'danger', message, actions: actions.filter(action => action !== undefined) })
