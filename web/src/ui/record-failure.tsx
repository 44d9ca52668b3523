import { Button } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../lib/api.ts'
import { EmptyState, StateIcon } from './empty-state.tsx'
import { Scene } from './scene.tsx'

interface RecordFailureProps {
  error: Error
  retry: () => unknown
  title: string
  /** Texts of a record that does not exist. */
  missing: { title: string; text: string }
  /** The way to the other records, shown when this one does not exist. */
  children: ReactNode
}

/** Stands for the content of a page whose record could not be loaded. */
export function RecordFailure({ error, retry, title, missing, children }: RecordFailureProps) {
  const { t } = useTranslation()
  if (error instanceof ApiError && error.status === 404)
    return (
      <EmptyState picture={<Scene time="night" />} level={1} {...missing}>
        {children}
      </EmptyState>
    )
  return (
    <EmptyState
      picture={<StateIcon icon={CircleAlert} isDanger />}
      title={title}
      text={t('table.failed_text')}
    >
      <Button variant="default" onClick={() => void retry()}>
        {t('failure.again')}
      </Button>
    </EmptyState>
  )
}
