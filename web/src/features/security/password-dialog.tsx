import { DialogBox } from '../../ui/dialog-box.tsx'
import frame from '../../ui/dialog-form.module.css'
import { type GivenProof, PasswordStep } from './password-step.tsx'

export interface PasswordDialogProps {
  title: string
  text: string
  submit: string
  /** Its failures are told beside the field. */
  onProof: (proof: GivenProof) => Promise<unknown>
  /** Without a code, which is asked for with two-factor sign-in on. */
  isPasswordEnough?: boolean
  onClose: () => void
}

/** Asks who sits there before something is ended or removed. */
export function PasswordDialog({ title, onProof, onClose, ...step }: PasswordDialogProps) {
  const then = async (proof: GivenProof) => {
    await onProof(proof)
    onClose()
  }
  return (
    <DialogBox opened onClose={onClose} title={title} className={frame.dialog}>
      <PasswordStep danger {...step} onProof={then} onClose={onClose} />
    </DialogBox>
  )
}
