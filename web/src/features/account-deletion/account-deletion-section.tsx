import type { AccountDeletionSummary } from '@coffer/contract/account-deletion'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failurePopup } from '../../ui/popups/popups.ts'
import { SectionCard } from '../../ui/section-card.tsx'
import { fetchAccountDeletion } from './account-deletion.api.ts'

const DeleteAccountDialog = lazy(async () => ({
  default: (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
}))

interface AccountDeletionSectionProps {
  email: string
  onExport: () => void
}

/** The settings card that deletes the account. */
export function AccountDeletionSection({ email, onExport }: AccountDeletionSectionProps) {
  const { t } = useTranslation()
  const [summary, setSummary] = useState<AccountDeletionSummary | null>(null)
  const close = () => setSummary(null)
  // Loaded before the dialog opens, which starts with the summary.
  const open = () => void fetchAccountDeletion().then(setSummary, failurePopup)
  return (
    <SectionCard
      title={t('account_deletion.title')}
      text={t('account_deletion.text')}
      action={
        <Button variant="default" color="danger" onClick={open}>
          {t('account_deletion.open')}
        </Button>
      }
    >
      {summary && (
        <Suspense>
          <DeleteAccountDialog
            email={email}
            summary={summary}
            onExport={() => {
              close()
              onExport()
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </SectionCard>
  )
}
