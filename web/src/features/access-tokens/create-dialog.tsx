import { AccessTokenName, type TokenScope } from '@coffer/contract/access-tokens'
import { Reauthentication } from '@coffer/contract/reauthentication'
import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { validateField } from '../../lib/form-errors.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DialogBox } from '../../ui/dialog-box.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import frame from '../../ui/dialog-form.module.css'
import { useKeepOpen } from '../../ui/dialog-state.ts'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { useReauthentication } from '../../ui/form/reauthentication.ts'
import { ReauthenticationFields } from '../../ui/form/reauthentication-fields.tsx'
import { ReauthenticationGate } from '../../ui/form/reauthentication-gate.tsx'
import { SelectInput } from '../../ui/form/select-input.tsx'
import { SwitchRow } from '../../ui/form/switch-row.tsx'
import { useFormCall } from '../../ui/form/use-form-call.ts'
import { useAccessTokenCalls } from './access-tokens.api.ts'
import classes from './access-tokens.module.css'

const EXPIRY_DAYS = [7, 30, 90, 365]

interface CreateDialogProps {
  isAdmin: boolean
  onClose: () => void
}

/** The form for a new token, and then the token, which is shown only once. */
export function CreateDialog({ onClose, ...props }: CreateDialogProps) {
  const { t } = useTranslation()
  const [token, setToken] = useState<string | null>(null)
  return (
    <DialogBox
      opened
      onClose={onClose}
      title={t(token === null ? 'access_tokens.create_title' : 'access_tokens.created_title')}
      // The token is shown only once, so a click outside must not close the dialog.
      dismissable={token === null}
      className={frame.dialog}
    >
      {token === null ? (
        <ReauthenticationGate onClose={onClose}>
          <TokenForm {...props} onCreated={setToken} onClose={onClose} />
        </ReauthenticationGate>
      ) : (
        <NewToken token={token} onDone={onClose} />
      )}
    </DialogBox>
  )
}

const initialValues = {
  name: '',
  expires_in_days: '30',
  canWrite: false,
  canAdminister: false,
  password: '',
  code: '',
}

const scopesOf = ({ canWrite, canAdminister }: typeof initialValues): TokenScope[] => [
  'read',
  ...(canWrite ? (['write'] as const) : []),
  ...(canAdminister ? (['admin'] as const) : []),
]

interface TokenFormProps extends CreateDialogProps {
  onCreated: (token: string) => void
}

function TokenForm({ isAdmin, onCreated, onClose }: TokenFormProps) {
  const { t } = useTranslation()
  const { hasTwoFactor } = useReauthentication()
  const { create } = useAccessTokenCalls()
  const { shape } = Reauthentication
  const form = useForm({
    initialValues,
    validate: {
      name: value => validateField(AccessTokenName, value),
      password: value => validateField(shape.password, value),
      code: value => (hasTwoFactor ? validateField(shape.code, value) : null),
    },
  })
  const { submit, busy, failure } = useFormCall(form, async values => {
    const { name, password, code, expires_in_days } = values
    const tokenOptions = { name, password, scopes: scopesOf(values) }
    const reauthentication = hasTwoFactor ? { code } : {}
    onCreated(
      await create({
        ...tokenOptions,
        ...reauthentication,
        expires_in_days: Number(expires_in_days),
      }),
    )
  })
  useKeepOpen(busy)
  return (
    <form className={frame.form} onSubmit={submit} noValidate>
      <TextInput
        {...form.getInputProps('name')}
        label={t('access_tokens.name')}
        description={t('access_tokens.name_text')}
        maxLength={100}
        data-autofocus
      />
      <SelectInput
        {...form.getInputProps('expires_in_days')}
        label={t('access_tokens.expires_in')}
        data={EXPIRY_DAYS.map(days => ({
          value: String(days),
          label: t('access_tokens.days', { count: days }),
        }))}
      />
      <SwitchRow
        label={t('access_tokens.write_access')}
        text={t('access_tokens.write_access_text')}
        isOn={form.values.canWrite}
        onChange={isOn => form.setFieldValue('canWrite', isOn)}
      />
      {isAdmin && (
        <SwitchRow
          label={t('access_tokens.admin_access')}
          text={t('access_tokens.admin_access_text')}
          isOn={form.values.canAdminister}
          onChange={isOn => form.setFieldValue('canAdminister', isOn)}
        />
      )}
      <ReauthenticationFields form={form} />
      <FormFailure>{failure}</FormFailure>
      <DialogButtons onCancel={onClose}>
        <Button type="submit" loading={busy}>
          {t('access_tokens.create')}
        </Button>
      </DialogButtons>
    </form>
  )
}

function NewToken({ token, onDone }: { token: string; onDone: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={frame.form}>
      <p className={frame.lead}>{t('access_tokens.created_text')}</p>
      <input
        readOnly
        className={classes.token}
        aria-label={t('access_tokens.token')}
        value={token}
        onFocus={event => event.currentTarget.select()}
      />
      <DialogButtons>
        <Button variant="default" onClick={onDone}>
          {t('access_tokens.saved')}
        </Button>
        <CopyButton text={token} data-autofocus />
      </DialogButtons>
    </div>
  )
}
