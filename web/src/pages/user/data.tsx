import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../features/account/account.api.ts'
import { AccountDeletionSection } from '../../features/account-deletion/account-deletion-section.tsx'
import { DataExportSection } from '../../features/data-exports/data-export-section.tsx'
import { dataExportQuery } from '../../features/data-exports/data-exports.api.ts'
import { useLive } from '../../features/live/live.ts'
import { usePageTitle } from '../../lib/document-title.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { ReauthenticationProvider } from '../reauthentication.tsx'
import classes from './profile.module.css'

/** The page /user/settings/data: data export and account deletion. */
export function DataPage() {
  const { t } = useTranslation()
  const { email } = useUser().attributes
  const exportSection = useRef<HTMLDivElement>(null)
  const queries = useQueryClient()
  useLive('data_export.changed', () => void queries.invalidateQueries(dataExportQuery))
  usePageTitle(t('account.data'))
  return (
    <ReauthenticationProvider>
      <PageHeader title={t('account.data')} />
      <div className={classes.page}>
        <div ref={exportSection}>
          <DataExportSection />
        </div>
        <AccountDeletionSection
          email={email}
          // Deferred, because the closing dialog first returns the focus to its trigger.
          onExport={() => setTimeout(() => exportSection.current?.querySelector('button')?.focus())}
        />
      </div>
    </ReauthenticationProvider>
  )
}
