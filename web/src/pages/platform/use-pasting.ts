import { clipboard, whatIsPasted } from '../../features/items/clipboard.ts'
import { usePasteEvent } from '../../features/uploads/pasting.ts'
import type { Files } from './use-files.ts'

/** Handles pasting into the current folder: items of Coffer, or files and images of the system. */
export function usePasting({ isFillable, paste, uploadPasted }: Files): void {
  usePasteEvent(pasted => {
    const kind = isFillable ? whatIsPasted(pasted, clipboard.get()) : null
    if (kind === 'files') uploadPasted(pasted)
    if (kind === 'items') paste()
    return kind !== null
  })
}
