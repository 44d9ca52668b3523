import { Reauthentication, reauthenticate } from '@coffer/contract/reauthentication'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { validateField } from '../../lib/form-errors.ts'
import { DialogBox } from '../../ui/dialog-box.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import frame from '../../ui/dialog-form.module.css'
import { useKeepOpen } from '../../ui/dialog-state.ts'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { useReauthentication } from '../../ui/form/reauthentication.ts'
import { ReauthenticationCodeField } from '../../ui/form/reauthentication-code-field.tsx'
import { ReauthenticationFields } from '../../ui/form/reauthentication-fields.tsx'
import { useFormCall } from '../../ui/form/use-form-call.ts'

interface ConfirmIdentityDialogProps {
  onClose: (isConfirmed: boolean) => void
  /** For users who have neither a password nor a second factor. */
  onSignInAgain: () => Promise<unknown>
}

/** Asks for password and second factor, whichever the user has. */
export function ConfirmIdentityDialog({ onClose, onSignInAgain }: ConfirmIdentityDialogProps) {
  const { t } = useTranslation()
  const { hasTwoFactor, withoutPassword } = useReauthentication()
  const cancel = () => onClose(false)
  return (
    <DialogBox opened onClose={cancel} title={t('confirm_identity.title')} className={frame.dialog}>
      {withoutPassword && !hasTwoFactor ? (
        <SignInAgain onCancel={cancel} onSignInAgain={onSignInAgain} />
      ) : (
        <IdentityForm
          hasPassword={!withoutPassword}
          onCancel={cancel}
          onConfirmed={() => onClose(true)}
        />
      )}
    </DialogBox>
  )
}

interface IdentityFormProps {
  hasPassword: boolean
  onCancel: () => void
  onConfirmed: () => void
}

function IdentityForm({ hasPassword, onCancel, onConfirmed }: IdentityFormProps) {
  const { t } = useTranslation()
  const { hasTwoFactor } = useReauthentication()
  const { password: Password, code: Code } = Reauthentication.shape
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: {
      password: value => (hasPassword ? validateField(Password, value) : null),
      code: value => (hasTwoFactor ? validateField(Code, value) : null),
    },
  })
  const { submit, busy, failure } = useFormCall(form, async ({ password, code }) => {
    const body = { ...(hasPassword && { password }), ...(hasTwoFactor && { code }) }
    await api(reauthenticate, { body })
    onConfirmed()
  })
  useKeepOpen(busy)
  return (
    <form className={frame.form} onSubmit={submit} noValidate>
      <p className={frame.lead}>{t('confirm_identity.text')}</p>
      {hasPassword ? (
        <ReauthenticationFields form={form} autoFocus />
      ) : (
        <ReauthenticationCodeField form={form} />
      )}
      <FormFailure>{failure}</FormFailure>
      <DialogButtons onCancel={onCancel}>
        <Button type="submit" loading={busy}>
          {t('confirm_identity.confirm')}
        </Button>
      </DialogButtons>
    </form>
  )
}

interface SignInAgainProps {
  onCancel: () => void
  onSignInAgain: () => Promise<unknown>
}

function SignInAgain({ onCancel, onSignInAgain }: SignInAgainProps) {
  const { t } = useTranslation()
  const { submit, busy, failure } = useFormCall(useForm({ initialValues: {} }), onSignInAgain)
  return (
    <form className={frame.form} onSubmit={submit} noValidate>
      <p className={frame.lead}>{t('confirm_identity.without_password')}</p>
      <FormFailure>{failure}</FormFailure>
      <DialogButtons onCancel={onCancel}>
        <Button type="submit" loading={busy} data-autofocus>
          {t('confirm_identity.sign_in_again')}
        </Button>
      </DialogButtons>
    </form>
  )
}
