import { SetupCode } from '@coffer/contract/setup'
import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { setupCode, statusQuery } from '../../features/setup/setup.api.ts'
import { StatusChecks } from '../../features/setup/status-checks.tsx'
import { usePageTitle } from '../../lib/document-title.ts'
import { validateField } from '../../lib/form-errors.ts'
import { useStore } from '../../lib/store.ts'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { useFormCall } from '../../ui/form/use-form-call.ts'
import classes from './step.module.css'

/** SETUP-7: the setup opens with the code that the server printed, by its link or by typing it. */
export function StatusCheckPage() {
  const { t } = useTranslation()
  const code = useStore(setupCode)
  usePageTitle(t('setup.status_check'))
  return (
    <div className={classes.step}>
      <h1 className={classes.title}>{t('setup.welcome')}</h1>
      {code ? <StatusChecks code={code} /> : <CodeForm />}
    </div>
  )
}

function CodeForm() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { code: linkCode = '' } = useSearch({ from: '/setup-wizard/status-check' })
  const form = useForm({
    initialValues: { code: linkCode },
    validate: {
      code: value => (validateField(SetupCode, value) ? t('validation.required') : null),
    },
  })
  const { submit, busy, failure } = useFormCall(form, async ({ code }) => {
    await queries.fetchQuery(statusQuery(code.trim()))
    setupCode.set(code.trim())
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the code of the printed link is tried once.
  useEffect(() => {
    if (linkCode) submit()
  }, [])
  return (
    <form className={classes.step} onSubmit={submit} noValidate>
      <p>{t('setup.code_text')}</p>
      <TextInput
        {...form.getInputProps('code')}
        label={t('setup.code')}
        size="md"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        autoFocus
      />
      <FormFailure>{failure}</FormFailure>
      <Button type="submit" size="md" loading={busy}>
        {t('setup.check')}
      </Button>
    </form>
  )
}
