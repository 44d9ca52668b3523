import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../features/account/account.api.ts'
import { AccountDeletionSection } from '../../features/account-deletion/account-deletion-section.tsx'
import { DataExportSection } from '../../features/data-exports/data-export-section.tsx'
import { dataArchiveQuery } from '../../features/data-exports/data-exports.api.ts'
import { useLive } from '../../features/live/live.ts'
import { usePageTitle } from '../../lib/document-title.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { ReauthenticationProvider } from '../reauthentication.tsx'
import classes from './profile.module.css'

/** What somebody may do with all of it: take it along, and go. */
export function DataPage() {
  const { t } = useTranslation()
  const { email } = useUser().attributes
  const archive = useRef<HTMLDivElement>(null)
  const queries = useQueryClient()
  useLive('data_export.changed', () => void queries.invalidateQueries(dataArchiveQuery))
  usePageTitle(t('account.data'))
  return (
    <ReauthenticationProvider>
      <PageHead title={t('account.data')} />
      <div className={classes.page}>
        <div ref={archive}>
          <DataExportSection />
        </div>
        <AccountDeletionSection
          email={email}
          // After the dialog, which gives the focus back to what opened it.
          onTakeAlong={() => setTimeout(() => archive.current?.querySelector('button')?.focus())}
        />
      </div>
    </ReauthenticationProvider>
  )
}
