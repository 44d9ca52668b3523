import type { Item } from '@coffer/contract/items'
import type { SharePermission } from '@coffer/contract/shares'
import { Button } from '@mantine/core'
import i18next from 'i18next'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { writeToClipboard } from '../../lib/write-to-clipboard.ts'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { useKeepOpen } from '../../ui/dialog-state.ts'
import { EmailsInput } from '../../ui/form/emails-input.tsx'
import { SwitchRow } from '../../ui/form/switch-row.tsx'
import { failurePopup } from '../../ui/popups/popups.ts'
import { dangerToast, successToast } from '../../ui/toasts/toasts.ts'
import classes from './share-dialog.module.css'
import { ExpiryChoice, LimitField, PasswordField, PermissionChoice } from './share-fields.tsx'
import {
  type ExpiryHours,
  emailsError,
  limitError,
  limitOf,
  serverEmailsError,
} from './share-form-values.ts'
import { type ShareCache, useShareCalls } from './shares.api.ts'

interface Values {
  permission: SharePermission
  expiration: ExpiryHours | null
  isPassword: boolean
  password: string
  limit: string
  emails: string[]
}
type FormErrors = Partial<Record<'password' | 'limit' | 'emails', string>>

const INITIAL_VALUES: Values = {
  permission: 'visitor',
  expiration: null,
  isPassword: false,
  password: '',
  limit: '',
  emails: [],
}

interface NewShareFormProps {
  item: Item
  cache: ShareCache
  onCreated: (token: string) => void
  onClose: () => void
}

export function NewShareForm({ item, cache, onCreated, onClose }: NewShareFormProps) {
  const { t } = useTranslation()
  const { values, errors, isBusy, change, submit } = useNewShare(item, cache, onCreated)
  useKeepOpen(isBusy)
  return (
    <form className={classes.fields} onSubmit={event => void submit(event)} noValidate>
      <p className={classes.lead}>{t('shares.lead')}</p>
      {item.type === 'folder' && (
        <PermissionChoice
          value={values.permission}
          onChange={permission => change({ permission })}
        />
      )}
      <div className={classes.pair}>
        <ExpiryChoice hours={values.expiration} onChange={expiration => change({ expiration })} />
        <LimitField
          text={values.limit}
          error={errors.limit}
          onChange={limit => change({ limit })}
        />
      </div>
      <SwitchRow
        label={t('shares.protect')}
        text={values.isPassword ? t('shares.protect_text') : undefined}
        isOn={values.isPassword}
        onChange={isPassword => change({ isPassword })}
      />
      {values.isPassword && (
        <PasswordField
          label={t('shares.password')}
          password={values.password}
          error={errors.password}
          isFirst
          onChange={password => change({ password })}
        />
      )}
      <EmailsInput
        label={t('shares.send_to')}
        description={t('shares.send_hint')}
        emails={values.emails}
        error={errors.emails}
        onChange={emails => change({ emails })}
      />
      <DialogButtons onCancel={onClose}>
        <Button type="submit" loading={isBusy}>
          {t('shares.create')}
        </Button>
      </DialogButtons>
    </form>
  )
}

function useNewShare(item: Item, cache: ShareCache, onCreated: (token: string) => void) {
  const { create } = useShareCalls(cache)
  const [values, setValues] = useState(INITIAL_VALUES)
  const [errors, setErrors] = useState<FormErrors>({})
  const [isBusy, setBusy] = useState(false)

  async function createShare(): Promise<void> {
    setBusy(true)
    try {
      const { permission, expiration, isPassword, password, emails } = values
      const { token, link } = await create(item, {
        permission,
        expiration,
        isPassword,
        emails,
        password: isPassword ? password : null,
        download_limit: limitOf(values.limit) ?? null,
      })
      if (link === null) dangerToast(i18next.t('shares.exists'))
      else {
        const isCopied = await writeToClipboard(link)
        successToast(i18next.t(isCopied ? 'shares.created_copied' : 'shares.created'))
      }
      onCreated(token)
    } catch (error) {
      setBusy(false)
      const fieldErrors = serverErrors(error)
      setErrors(fieldErrors)
      if (Object.keys(fieldErrors).length === 0) failurePopup(error)
    }
  }

  return {
    values,
    errors,
    isBusy,
    change: (change: Partial<Values>) => {
      setValues(before => ({ ...before, ...change }))
      setErrors({})
    },
    submit: async (event: FormEvent) => {
      event.preventDefault()
      const formErrors = validateForm(values)
      setErrors(formErrors)
      if (Object.keys(formErrors).length === 0) await createShare()
    },
  }
}

function validateForm({ isPassword, password, limit, emails }: Values): FormErrors {
  const emailError = emailsError(emails)
  return {
    ...(isPassword && password === '' && { password: i18next.t('validation.required') }),
    ...(limitOf(limit) === undefined && { limit: limitError() }),
    ...(emailError && { emails: emailError }),
  }
}

function serverErrors(error: unknown): FormErrors {
  const fieldErrors = fieldErrorsOf(error)
  const emailError = serverEmailsError(fieldErrors)
  return {
    ...(fieldErrors.password && { password: fieldErrors.password }),
    ...(fieldErrors.download_limit && { limit: fieldErrors.download_limit }),
    ...(emailError && { emails: emailError }),
  }
}
