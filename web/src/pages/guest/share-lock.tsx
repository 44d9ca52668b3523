import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { unlock } from '../../features/shares/sharing.api.ts'
import { ApiError } from '../../lib/api.ts'
import { usePageTitle } from '../../lib/document-title.ts'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { SecretInput } from '../../ui/form/secret-input.tsx'
import { useFormCall } from '../../ui/form/use-form-call.ts'
import classes from './share-lock.module.css'

/** The page /share/:token/authenticate. */
export function ShareLockPage() {
  const { t } = useTranslation()
  const { token = '' } = useParams({ strict: false })
  const queries = useQueryClient()
  usePageTitle(t('guest_shares.lock_title'))
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: value => (value ? null : t('validation.required')) },
  })
  const { submit, busy, failure } = useFormCall(form, async ({ password }) => {
    await unlock(queries, token, password).catch(error => {
      if (!(error instanceof ApiError && error.is('share.password_wrong'))) throw error
      const { title, message } = error.problem ?? {}
      form.setFieldError('password', [title, message].filter(Boolean).join('. '))
      document.querySelector<HTMLInputElement>('input[name="password"]')?.select()
    })
  })
  return (
    <form className={classes.card} onSubmit={submit} noValidate>
      <span className={classes.icon}>
        <Lock size={22} strokeWidth={1.75} aria-hidden />
      </span>
      <h1 className={classes.title}>{t('guest_shares.lock_title')}</h1>
      <p className={classes.lead}>{t('guest_shares.lock_lead')}</p>
      <SecretInput
        {...form.getInputProps('password')}
        name="password"
        label={t('fields.password')}
        autoComplete="off"
        size="md"
        autoFocus
      />
      <FormFailure>{failure}</FormFailure>
      <Button type="submit" size="md" fullWidth loading={busy}>
        {t('guest_shares.unlock')}
      </Button>
    </form>
  )
}
