import { Button } from '@mantine/core'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { errorsBySetting } from './settings-draft.ts'
import classes from './test-panel.module.css'

export interface TestResult {
  isPassed: boolean
  text: string
  /** More of what the test found, such as the answer of a server. */
  details?: readonly string[] | undefined
}

interface TestPanelProps {
  text: ReactNode
  button: string
  /** Runs the test with what is in the form. */
  run: () => Promise<TestResult>
  /** The tested values; a change makes the result disappear. */
  tested: unknown
  disabled?: boolean
}

/** A test beside the settings that it tests. */
export function TestPanel({ text, button, run, tested, disabled = false }: TestPanelProps) {
  const { t } = useTranslation()
  const [isRunning, setRunning] = useState(false)
  const [state, setState] = useState<{ result: TestResult; of: string } | null>(null)
  const key = JSON.stringify(tested)
  const result = state?.of === key ? state.result : null
  const start = async () => {
    setRunning(true)
    setState(null)
    try {
      setState({ result: await run(), of: key })
    } catch (error) {
      setState({ result: failureOf(error, t('admin_settings.test_failed')), of: key })
    } finally {
      setRunning(false)
    }
  }
  return (
    <div className={classes.panel}>
      <p className={classes.text}>{text}</p>
      <div>
        <Button variant="default" loading={isRunning} disabled={disabled} onClick={start}>
          {button}
        </Button>
      </div>
      <div role="status" className={classes.status}>
        {result && <Result {...result} />}
      </div>
    </div>
  )
}

function Result({ isPassed, text, details = [] }: TestResult) {
  const Icon = isPassed ? CircleCheck : CircleAlert
  return (
    <div className={classes.result} data-passed={isPassed}>
      <Icon size={16} strokeWidth={2} aria-hidden />
      <div>
        <p>{text}</p>
        {details.map(detail => (
          <p key={detail} className={classes.detail}>
            {detail}
          </p>
        ))}
      </div>
    </div>
  )
}

function failureOf(error: unknown, fallback: string): TestResult {
  const details = Object.values(errorsBySetting(fieldErrorsOf(error)))
  const problem = error instanceof ApiError ? error.problem : null
  return { isPassed: false, text: problem?.message ?? fallback, details }
}
