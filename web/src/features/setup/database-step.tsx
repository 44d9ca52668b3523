import type { SetupProgress } from '@coffer/contract/setup'
import {
  DATABASE_ENCRYPTIONS,
  type DatabaseEncryption,
  type DatabaseTest,
  POSTGRES_MAJOR_MIN,
  SQLITE_USERS_MAX,
} from '@coffer/contract/setup-database'
import { Button, Checkbox, SegmentedControl, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api.ts'
import { ChoiceCards } from '../../ui/form/choice-cards.tsx'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { SecretInput } from '../../ui/form/secret-input.tsx'
import { SelectInput } from '../../ui/form/select-input.tsx'
import classes from './database-step.module.css'
import { DatabaseTestCard } from './database-test.tsx'
import {
  type DatabaseInput,
  keepSetupCode,
  openDatabase,
  progressQuery,
  setupCode,
  tryDatabase,
} from './setup.api.ts'
import { StepFoot } from './step-frame.tsx'

type Kind = 'sqlite' | 'postgres'
type By = 'fields' | 'address'

interface Draft {
  kind: Kind
  by: By
  host: string
  port: string
  name: string
  username: string
  password: string
  encryption: DatabaseEncryption
  address: string
}

const draftOf = ({ database }: SetupProgress): Draft => ({
  kind: database.kind,
  by: 'fields',
  host: database.host ?? '',
  port: String(database.port ?? 5432),
  name: database.name ?? 'coffer',
  username: database.username ?? 'coffer',
  password: '',
  encryption: database.encryption ?? 'required',
  address: '',
})

const inputOf = ({ kind, by, address, ...fields }: Draft): DatabaseInput => {
  if (kind === 'sqlite') return { connection: 'sqlite' }
  if (by === 'address') return { connection: 'postgres-address', address }
  const { host, port, name, username, password, encryption } = fields
  return { connection: 'postgres', host, port, name, username, password, encryption }
}

const isComplete = ({ kind, by, host, name, username, address }: Draft): boolean => {
  if (kind === 'sqlite') return true
  return by === 'address' ? address.trim() !== '' : Boolean(host && name && username)
}

/** SETUP-4: continues once a test of exactly these fields has passed. */
export function DatabaseStep({ progress }: { progress: SetupProgress }) {
  const form = useDatabaseForm(progress)
  const { t } = useTranslation()
  const { draft, change } = form
  return (
    <form className={classes.step} onSubmit={form.onSubmit} noValidate>
      <ChoiceCards
        isLarge
        name="kind"
        label={t('setup_database.kind')}
        value={draft.kind}
        onChange={kind => change({ kind })}
        options={[
          {
            value: 'sqlite',
            title: t('setup_database.sqlite'),
            text: t('setup_database.sqlite_text', { count: SQLITE_USERS_MAX }),
          },
          {
            value: 'postgres',
            title: t('setup_database.postgres'),
            text: t('setup_database.postgres_text', { min: POSTGRES_MAJOR_MIN }),
          },
        ]}
      />
      {draft.kind === 'postgres' && (
        <>
          <PostgresFields draft={draft} change={change} />
          <DatabaseTestCard
            result={form.result}
            isTesting={form.isTesting}
            onTest={() => void form.runTest()}
          />
        </>
      )}
      <Contents form={form} />
      <FormFailure>{form.failure}</FormFailure>
      <p role="status" className={classes.progress}>
        {form.isOpening && t('setup_database.preparing')}
      </p>
      <StepFoot
        step="database"
        {...(draft.kind === 'postgres' && { note: t('setup_database.password_stays') })}
      >
        <Button
          type="submit"
          size="md"
          loading={form.isOpening}
          disabled={!form.canContinue}
          rightSection={<ArrowRight size={16} strokeWidth={1.75} aria-hidden />}
        >
          {t('setup.continue')}
        </Button>
      </StepFoot>
    </form>
  )
}

function useDatabaseForm(progress: SetupProgress) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(progress))
  /** The fields of the last test and its result, which says nothing about other fields. */
  const [test, setTest] = useState<{ draft: Draft; result: DatabaseTest }>()
  const result = test?.draft === draft ? test.result : undefined
  const [usesExisting, setUsesExisting] = useState(false)
  const [isTesting, setTesting] = useState(false)
  const [isOpening, setOpening] = useState(false)
  const [failure, setFailure] = useState<string | null>(() => failureOf(progress))

  function failureOf({ database }: Pick<SetupProgress, 'database'>): string | null {
    return database.failure === null ? null : t('setup_database.problem_connection_lost')
  }
  const messageOf = (error: unknown): string => {
    const problem = error instanceof ApiError ? error.problem : null
    return problem?.message ?? t('setup.failed_to_load')
  }
  function change(part: Partial<Draft>): void {
    setDraft(current => ({ ...current, ...part }))
    setUsesExisting(false)
    setFailure(null)
  }
  async function runTest(): Promise<void> {
    setTesting(true)
    setFailure(null)
    try {
      setTest({ draft, result: await tryDatabase(inputOf(draft)) })
    } catch (error) {
      setFailure(messageOf(error))
    } finally {
      setTesting(false)
    }
  }
  async function open(): Promise<void> {
    setOpening(true)
    setFailure(null)
    try {
      const opened = await openDatabase(inputOf(draft), usesExisting)
      if (opened === null) {
        keepSetupCode('')
        location.assign('/sign-in')
        return
      }
      // A refetch would wait until the restarted server counts as reachable again.
      queries.setQueryData(progressQuery(setupCode.get()).queryKey, opened)
      if (opened.database.failure === null) await navigate({ to: '/setup-wizard/environment' })
      else setFailure(failureOf(opened))
    } catch (error) {
      setFailure(messageOf(error))
    } finally {
      setOpening(false)
    }
  }
  const needsConsent = result?.contents === 'installed'
  const isTested = draft.kind === 'sqlite' || Boolean(result?.passed)
  const canContinue = isTested && (!needsConsent || usesExisting) && !isTesting
  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    if (isOpening || isTesting || !isComplete(draft)) return
    // Enter in a field tests first.
    void (canContinue ? open() : runTest())
  }
  return {
    draft,
    change,
    result,
    usesExisting,
    setUsesExisting,
    isTesting,
    isOpening,
    failure,
    runTest,
    canContinue,
    onSubmit,
  }
}

type DatabaseForm = ReturnType<typeof useDatabaseForm>

/** The contents of the tested database. */
function Contents({ form }: { form: DatabaseForm }) {
  const { t } = useTranslation()
  const contents = form.result?.contents
  if (contents === 'prepared')
    return <p className={classes.notice}>{t('setup_database.prepared')}</p>
  if (contents !== 'installed') return null
  return (
    <div className={classes.notice}>
      <p>{t('setup_database.installed')}</p>
      <Checkbox
        label={t('setup_database.use_existing')}
        checked={form.usesExisting}
        onChange={event => form.setUsesExisting(event.currentTarget.checked)}
      />
    </div>
  )
}

function PostgresFields({ draft, change }: Pick<DatabaseForm, 'draft' | 'change'>) {
  const { t } = useTranslation()
  return (
    <>
      <SegmentedControl
        aria-label={t('setup_database.by')}
        value={draft.by}
        onChange={by => change({ by: by as By })}
        data={[
          { value: 'fields', label: t('setup_database.by_fields') },
          { value: 'address', label: t('setup_database.by_address') },
        ]}
      />
      {draft.by === 'address' ? (
        <TextInput
          label={t('setup_database.address')}
          description={t('setup_database.address_help')}
          value={draft.address}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={event => change({ address: event.currentTarget.value })}
        />
      ) : (
        <ConnectionFields draft={draft} change={change} />
      )}
    </>
  )
}

function ConnectionFields({ draft, change }: Pick<DatabaseForm, 'draft' | 'change'>) {
  const { t } = useTranslation()
  const field = (name: 'host' | 'port' | 'name' | 'username') => ({
    label: t(`setup_database.${name}`),
    value: draft[name],
    autoComplete: 'off',
    autoCapitalize: 'off',
    spellCheck: false,
    onChange: (event: FormEvent<HTMLInputElement>) => change({ [name]: event.currentTarget.value }),
  })
  return (
    <div className={classes.fields}>
      <TextInput {...field('host')} className={classes.wide} />
      <TextInput {...field('port')} className={classes.narrow} inputMode="numeric" />
      <TextInput {...field('name')} className={classes.wide} />
      <SelectInput
        className={classes.narrow}
        label={t('setup_database.encryption')}
        value={draft.encryption}
        onChange={event => change({ encryption: event.currentTarget.value as DatabaseEncryption })}
        data={DATABASE_ENCRYPTIONS.map(value => ({
          value,
          label: t(`setup_database.encryption_${value}`),
        }))}
      />
      <TextInput {...field('username')} className={classes.half} />
      <SecretInput
        className={classes.half}
        label={t('setup_database.password')}
        value={draft.password}
        autoComplete="off"
        onChange={event => change({ password: event.currentTarget.value })}
      />
    </div>
  )
}
