import { SetupCode } from '@coffer/contract/setup'
import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keepSetupCode, progressQuery, setupCode } from '../../features/setup/setup.api.ts'
import { StatusChecks } from '../../features/setup/status-checks.tsx'
import { AlreadyDone, isSetupDone, StepHead } from '../../features/setup/step-frame.tsx'
import { validateField } from '../../lib/form-errors.ts'
import { useStore } from '../../lib/store.ts'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { useFormCall } from '../../ui/form/use-form-call.ts'
import classes from './step.module.css'

/** SETUP-7: the setup opens with the code that the server printed, by its link or by typing it. */
export function StatusCheckPage() {
  const code = useStore(setupCode)
  const { code: linkCode = code } = useSearch({ from: '/setup-wizard/status-check' })
  // The code of the link replaces another one, which may be of an earlier installation.
  return code && linkCode === code ? <Checks code={code} /> : <CodeForm linkCode={linkCode} />
}

function Checks({ code }: { code: string }) {
  const { t } = useTranslation()
  return (
    <>
      <StepHead step="status-check" title={t('setup.check_title')} text={t('setup.check_text')} />
      <StatusChecks code={code} />
    </>
  )
}

function CodeForm({ linkCode }: { linkCode: string }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isDone, setIsDone] = useState(false)
  const form = useForm({
    initialValues: { code: linkCode },
    validate: {
      code: value => (validateField(SetupCode, value) ? t('validation.required') : null),
    },
  })
  const { submit, busy, failure } = useFormCall(form, async ({ code }) => {
    try {
      await queries.fetchQuery(progressQuery(code.trim()))
    } catch (error) {
      setIsDone(isSetupDone(error))
      throw error
    }
    keepSetupCode(code.trim())
    await navigate({ to: '/setup-wizard/status-check', search: {}, replace: true })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the code of the printed link is tried once.
  useEffect(() => {
    if (linkCode) submit()
  }, [])
  if (isDone) return <AlreadyDone />
  return (
    <form className={classes.step} onSubmit={submit} noValidate>
      <StepHead step="start" title={t('setup.welcome')} text={t('setup.code_text')} />
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
