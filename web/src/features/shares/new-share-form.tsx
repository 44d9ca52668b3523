import type { Item } from '@coffer/contract/items'
import type { SharePermission } from '@coffer/contract/shares'
import { Button } from '@mantine/core'
import i18next from 'i18next'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { EmailsInput } from '../../ui/form/emails-input.tsx'
import { SwitchLine } from '../../ui/form/switch-line.tsx'
import { failurePopup } from '../../ui/popups/popups.ts'
import { successToast } from '../../ui/toasts/toasts.ts'
import { writeToClipboard } from './copy-link.ts'
import classes from './share-dialog.module.css'
import { ExpiryChoice, LimitField, PasswordField, PermissionChoice } from './share-fields.tsx'
import {
  type ExpiryHours,
  emailsError,
  emailsRefusal,
  limitError,
  limitOf,
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
type Faults = Partial<Record<'password' | 'limit' | 'emails', string>>

const START: Values = {
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
  onMade: (token: string) => void
  onClose: () => void
}

export function NewShareForm({ item, cache, onMade, onClose }: NewShareFormProps) {
  const { t } = useTranslation()
  const { values, faults, isBusy, change, submit } = useNewShare(item, cache, onMade)
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
          fault={faults.limit}
          onChange={limit => change({ limit })}
        />
      </div>
      <SwitchLine
        label={t('shares.protect')}
        text={values.isPassword ? t('shares.protect_text') : undefined}
        isOn={values.isPassword}
        onChange={isPassword => change({ isPassword })}
      />
      {values.isPassword && (
        <PasswordField
          label={t('shares.password')}
          password={values.password}
          fault={faults.password}
          isFirst
          onChange={password => change({ password })}
        />
      )}
      <EmailsInput
        label={t('shares.send_to')}
        emails={values.emails}
        error={faults.emails}
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

function useNewShare(item: Item, cache: ShareCache, onMade: (token: string) => void) {
  const { create } = useShareCalls(cache)
  const [values, setValues] = useState(START)
  const [faults, setErrors] = useState<Faults>({})
  const [isBusy, setBusy] = useState(false)

  async function make(): Promise<void> {
    setBusy(true)
    try {
      const { permission, expiration, isPassword, password, emails } = values
      const { token, link } = await create(item, {
        ...{ permission, expiration, isPassword, emails },
        password: isPassword ? password : null,
        download_limit: limitOf(values.limit) ?? null,
      })
      const isCopied = link !== null && (await writeToClipboard(link))
      successToast(i18next.t(isCopied ? 'shares.created_copied' : 'shares.created'))
      onMade(token)
    } catch (error) {
      setBusy(false)
      const refused = refusalsOf(error)
      setErrors(refused)
      if (Object.keys(refused).length === 0) failurePopup(error)
    }
  }

  return {
    ...{ values, faults, isBusy },
    change: (change: Partial<Values>) => {
      setValues(before => ({ ...before, ...change }))
      setErrors({})
    },
    submit: async (event: FormEvent) => {
      event.preventDefault()
      const found = validateForm(values)
      setErrors(found)
      if (Object.keys(found).length === 0) await make()
    },
  }
}

function validateForm({ isPassword, password, limit, emails }: Values): Faults {
  const ofEmails = emailsError(emails)
  return {
    ...(isPassword && password === '' && { password: i18next.t('validation.required') }),
    ...(limitOf(limit) === undefined && { limit: limitError() }),
    ...(ofEmails && { emails: ofEmails }),
  }
}

function refusalsOf(error: unknown): Faults {
  const refused = fieldErrorsOf(error)
  const ofEmails = emailsRefusal(refused)
  return {
    ...(refused.password && { password: refused.password }),
    ...(refused.download_limit && { limit: refused.download_limit }),
    ...(ofEmails && { emails: ofEmails }),
  }
}
