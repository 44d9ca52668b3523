import { createContext, use, useEffect } from 'react'

/** What the parts of a dialog know about closing it. */
interface DialogState {
  canClose: boolean
  setBusy: (isBusy: boolean) => void
}

export const DialogContext = createContext<DialogState>({ canClose: true, setBusy: () => {} })

/** Keeps the surrounding dialog open during a call whose result would be lost otherwise. */
export function useKeepOpen(isBusy: boolean): void {
  const { setBusy } = use(DialogContext)
  useEffect(() => {
    setBusy(isBusy)
    return () => setBusy(false)
  }, [isBusy, setBusy])
}
