import { type Passkey, PasskeyName } from '@coffer/contract/passkeys'
import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { validateField } from '../../lib/form-errors.ts'
import { DialogBox } from '../../ui/dialog-box.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import frame from '../../ui/dialog-form.module.css'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { useFormCall } from '../../ui/form/use-form-call.ts'
import { successToast } from '../../ui/toasts/toasts.ts'
import { createPasskey } from './add-passkey.ts'
import { usePasskeyCalls } from './passkeys.api.ts'
import { PasswordStep, type ReauthenticationInput } from './password-step.tsx'

const MAX_LENGTH = 64

export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { refresh } = usePasskeyCalls()
  const [name, setName] = useState('')
  const add = async (reauthentication: ReauthenticationInput) => {
    const added = await createPasskey(reauthentication, name)
    if (added === undefined) return
    successToast(t('passkeys.added', { name: added }))
    await refresh()
    onClose()
  }
  return (
    <DialogBox opened onClose={onClose} title={t('passkeys.add_title')} className={frame.dialog}>
      <PasswordStep
        text={t('passkeys.add_text')}
        submit={t('security.continue')}
        onReauthenticated={add}
        onClose={onClose}
      >
        <TextInput
          label={t('passkeys.name')}
          description={t('passkeys.name_text')}
          maxLength={MAX_LENGTH}
          value={name}
          data-autofocus
          onChange={event => setName(event.currentTarget.value)}
        />
      </PasswordStep>
    </DialogBox>
  )
}

export function RenamePasskeyDialog({
  passkey,
  onClose,
}: {
  passkey: Passkey
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { rename } = usePasskeyCalls()
  const form = useForm({
    initialValues: { name: passkey.attributes.name },
    validate: {
      name: value => validateField(PasskeyName, value),
    },
  })
  const { submit, busy, failure } = useFormCall(form, async ({ name }) => {
    await rename(passkey, name)
    onClose()
  })
  return (
    <DialogBox
      opened
      dismissable={!busy}
      onClose={onClose}
      title={t('passkeys.rename')}
      className={frame.dialog}
    >
      <form className={frame.form} onSubmit={submit} noValidate>
        <TextInput
          {...form.getInputProps('name')}
          label={t('passkeys.name')}
          maxLength={MAX_LENGTH}
          data-autofocus
        />
        <FormFailure>{failure}</FormFailure>
        <DialogButtons onCancel={onClose}>
          <Button type="submit" loading={busy}>
            {t('passkeys.rename')}
          </Button>
        </DialogButtons>
      </form>
    </DialogBox>
  )
}
