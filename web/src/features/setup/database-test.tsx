import type { DatabaseTest } from '@coffer/contract/setup-database'
import { Button } from '@mantine/core'
import { Check, PlugZap, RefreshCw, TriangleAlert, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import classes from './database-test.module.css'

interface TestCardProps {
  /** Absent before the first test and after a change of the fields. */
  result: DatabaseTest | undefined
  isTesting: boolean
  onTest: () => void
}

/** The result of a database test, beside the button that starts it. */
export function DatabaseTestCard({ result, isTesting, onTest }: TestCardProps) {
  const { t } = useTranslation()
  const state = result === undefined ? 'untested' : result.passed ? 'passed' : 'failed'
  const Icon = state === 'failed' ? TriangleAlert : PlugZap
  return (
    <div className={classes.card} data-state={state}>
      <div className={classes.head}>
        <span className={classes.icon}>
          <Icon size={18} strokeWidth={1.75} aria-hidden />
        </span>
        <div role="status" className={classes.texts}>
          <TestTexts result={result} />
        </div>
        <Button
          variant="default"
          leftSection={<RefreshCw size={15} strokeWidth={1.75} aria-hidden />}
          loading={isTesting}
          onClick={onTest}
        >
          {t(result ? 'setup_database.test_again' : 'setup_database.test')}
        </Button>
      </div>
      {result && result.facts.version !== null && <Facts result={result} />}
    </div>
  )
}

function TestTexts({ result }: Pick<TestCardProps, 'result'>) {
  const { t } = useTranslation()
  if (!result)
    return (
      <>
        <strong>{t('setup_database.untested')}</strong>
        <span>{t('setup_database.untested_text')}</span>
      </>
    )
  if (result.passed)
    return (
      <>
        <strong>{t('setup_database.connected')}</strong>
        <span>{t('setup_database.took', { ms: result.took_ms })}</span>
      </>
    )
  const isConnected = result.facts.version !== null
  return (
    <>
      <strong>{t(isConnected ? 'setup_database.unusable' : 'setup_database.failed')}</strong>
      <span>{result.message}</span>
    </>
  )
}

function Facts({ result: { facts, problem } }: { result: DatabaseTest }) {
  const { t } = useTranslation()
  const format = useFormat()
  const rows = [
    { name: t('setup_database.fact_version'), value: facts.version, isOk: problem !== 'too_old' },
    {
      name: t('setup_database.fact_tables'),
      value: facts.tables === null ? null : format.number(facts.tables),
      isOk: problem !== 'foreign_tables',
    },
    {
      name: t('setup_database.fact_can_create'),
      value: t(facts.can_create ? 'setup_database.yes' : 'setup_database.no'),
      isOk: facts.can_create === true,
    },
    {
      name: t('setup_database.fact_answer'),
      value: facts.answer_ms === null ? null : `${format.number(facts.answer_ms)} ms`,
      isOk: true,
    },
    {
      name: t('setup_database.fact_encoding'),
      value: facts.encoding,
      isOk: problem !== 'encoding',
    },
    {
      name: t('setup_database.fact_encryption'),
      value: facts.encryption === 'off' ? t('setup_database.encryption_off') : facts.encryption,
      isOk: true,
    },
  ]
  return (
    <dl className={classes.facts}>
      {rows.map(({ name, value, isOk }) => (
        <div key={name} data-ok={isOk}>
          <dt>
            {isOk ? (
              <Check size={16} strokeWidth={2} aria-label={t('setup.passed')} />
            ) : (
              <X size={16} strokeWidth={2} aria-label={t('setup.failed')} />
            )}
            {name}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
