import { DialogBox } from '../../ui/dialog-box.tsx'
import frame from '../../ui/dialog-form.module.css'
import { PasswordStep, type ReauthenticationInput } from './password-step.tsx'

export interface PasswordDialogProps {
  title: string
  text: string
  submit: string
  /** Errors are shown next to the field. */
  onReauthenticated: (reauthentication: ReauthenticationInput) => Promise<unknown>
  /** Whether the password alone is enough while two-factor sign-in is on. */
  isPasswordEnough?: boolean
  onClose: () => void
}

/** Asks for reauthentication before something is ended or removed. */
export function PasswordDialog({
  title,
  onReauthenticated,
  onClose,
  ...step
}: PasswordDialogProps) {
  const submitAndClose = async (reauthentication: ReauthenticationInput) => {
    await onReauthenticated(reauthentication)
    onClose()
  }
  return (
    <DialogBox opened onClose={onClose} title={title} className={frame.dialog}>
      <PasswordStep danger {...step} onReauthenticated={submitAndClose} onClose={onClose} />
    </DialogBox>
  )
}
