import { addToast, type ToastAction } from './toast-store.ts'

/** It worked. Goes away by itself after six seconds, unless it is pointed at. */
export const successToast = (message: string, ...actions: (ToastAction | undefined)[]): void =>
  addToast({ kind: 'success', message, actions: actions.filter(action => action !== undefined) })

export const dangerToast = (message: string, ...actions: (ToastAction | undefined)[]): void =>
  addToast({ kind: 'danger', message, actions: actions.filter(action => action !== undefined) })
