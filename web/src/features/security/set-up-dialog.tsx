import { Code } from '@coffer/contract/reauthentication'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { validateField } from '../../lib/form-errors.ts'
import { DialogBox } from '../../ui/dialog-box.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import frame from '../../ui/dialog-form.module.css'
import { useKeepOpen } from '../../ui/dialog-state.ts'
import { CodeInput } from '../../ui/form/code-input.tsx'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { useFormCall } from '../../ui/form/use-form-call.ts'
import { PasswordStep } from './password-step.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import classes from './security.module.css'
import { beginSetUp, confirmSetUp, type SetUp } from './two-factor.api.ts'

interface SetUpDialogProps {
  onConfirmed: () => void
  onClose: () => void
}

/** Asks for the password, then for the first code of the app, then shows the recovery codes. */
export function SetUpDialog({ onConfirmed, onClose }: SetUpDialogProps) {
  const { t } = useTranslation()
  const [setUp, setSetUp] = useState<SetUp | null>(null)
  const [isConfirmed, setConfirmed] = useState(false)
  const confirmed = () => {
    setConfirmed(true)
    onConfirmed()
  }
  return (
    <DialogBox
      opened
      onClose={onClose}
      title={t(isConfirmed ? 'two_factor.codes' : 'two_factor.set_up_title')}
      // The codes are shown only once, so a click outside must not close the dialog.
      dismissable={!isConfirmed}
      className={frame.dialog}
    >
      {setUp === null ? (
        <PasswordStep
          text={t('two_factor.password_text')}
          submit={t('security.continue')}
          onReauthenticated={async ({ password }) => setSetUp(await beginSetUp(password))}
          onClose={onClose}
        />
      ) : isConfirmed ? (
        <RecoveryCodes codes={setUp.backupCodes} onDone={onClose} />
      ) : (
        <ConfirmStep setUp={setUp} onConfirmed={confirmed} onClose={onClose} />
      )}
    </DialogBox>
  )
}

interface ConfirmStepProps extends SetUpDialogProps {
  setUp: SetUp
}

function ConfirmStep({ setUp, onConfirmed, onClose }: ConfirmStepProps) {
  const { t } = useTranslation()
  const form = useForm({
    initialValues: { code: '' },
    validate: {
      code: value => validateField(Code, value),
    },
  })
  const { submit, busy, failure } = useFormCall(form, async ({ code }) => {
    await confirmSetUp(code)
    onConfirmed()
  })
  useKeepOpen(busy)
  return (
    <form className={frame.form} onSubmit={submit} noValidate>
      <p className={frame.lead}>{t('two_factor.scan_text')}</p>
      <div className={classes.scan}>
        <img
          className={classes.picture}
          src={`data:image/svg+xml,${encodeURIComponent(setUp.qr_code)}`}
          width={168}
          height={168}
          alt={t('two_factor.qr_alt')}
        />
        <div className={classes.manualEntry}>
          <p>{t('two_factor.type_text')}</p>
          <code className={classes.secret}>{setUp.secret.match(/.{1,4}/g)?.join(' ')}</code>
          <a href={setUp.totpURI}>{t('two_factor.open_app')}</a>
        </div>
      </div>
      <CodeInput {...form.getInputProps('code')} label={t('two_factor.first_code')} autoFocus />
      <FormFailure>{failure}</FormFailure>
      <DialogButtons onCancel={onClose}>
        <Button type="submit" loading={busy}>
          {t('two_factor.turn_on')}
        </Button>
      </DialogButtons>
    </form>
  )
}
