import { clipboard, whatIsPasted } from '../../features/items/clipboard.ts'
import { usePasteEvent } from '../../features/uploads/pasting.ts'
import type { Files } from './use-files.ts'

/** What is pasted into the folder that is shown: items of Coffer, or files and pictures of the system. */
export function usePasting({ isFillable, paste, uploadPasted }: Files): void {
  usePasteEvent(pasted => {
    const what = isFillable ? whatIsPasted(pasted, clipboard.get()) : null
    if (what === 'files') uploadPasted(pasted)
    if (what === 'items') paste()
    return what !== null
  })
}
