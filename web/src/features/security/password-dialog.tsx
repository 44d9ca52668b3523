import { DialogBox } from '../../ui/dialog-box.tsx'
import frame from '../../ui/dialog-form.module.css'
import { PasswordStep } from './password-step.tsx'

export interface PasswordDialogProps {
  title: string
  text: string
  submit: string
  /** Its failures are told beside the field. */
  onPassword: (password: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the password before something is ended or removed. */
export function PasswordDialog({ title, onPassword, onClose, ...words }: PasswordDialogProps) {
  const then = async (password: string) => {
    await onPassword(password)
    onClose()
  }
  return (
    <DialogBox opened onClose={onClose} title={title} className={frame.dialog}>
      <PasswordStep danger {...words} onPassword={then} onClose={onClose} />
    </DialogBox>
  )
}
