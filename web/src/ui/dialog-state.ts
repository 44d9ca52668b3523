import { createContext, use, useEffect } from 'react'

/** Lets the parts of a dialog read and set whether it can be closed. */
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
