import { DialogBox } from '../../ui/dialog-box.tsx'
import frame from '../../ui/dialog-form.module.css'
import { PasswordStep, type ReauthenticationInput } from './password-step.tsx'

export interface PasswordDialogProps {
  title: string
  text: string
  submit: string
  /** Its failures are told beside the field. */
  onReauthenticated: (reauthentication: ReauthenticationInput) => Promise<unknown>
  /** Without a code, which is asked for with two-factor sign-in on. */
  isPasswordEnough?: boolean
  onClose: () => void
}

/** Asks who sits there before something is ended or removed. */
export function PasswordDialog({
  title,
  onReauthenticated,
  onClose,
  ...step
}: PasswordDialogProps) {
  const then = async (reauthentication: ReauthenticationInput) => {
    await onReauthenticated(reauthentication)
    onClose()
  }
  return (
    <DialogBox opened onClose={onClose} title={title} className={frame.dialog}>
      <PasswordStep danger {...step} onReauthenticated={then} onClose={onClose} />
    </DialogBox>
  )
}
