import type { ReactNode } from 'react'
import { DialogBox } from './dialog-box.tsx'

interface SheetProps {
  opened: boolean
  onClose: () => void
  title: string
  children: ReactNode
}

/** A dialog that slides up from the bottom edge of a phone. */
export const Sheet = (props: SheetProps) => <DialogBox {...props} shape="sheet" />
