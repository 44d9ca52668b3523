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

interface LeavingSectionProps {
  email: string
  onTakeAlong: () => void
}

/** The way out, for good. */
export function AccountDeletionSection({ email, onTakeAlong }: LeavingSectionProps) {
  const { t } = useTranslation()
  const [leaving, setLeaving] = useState<AccountDeletionSummary | null>(null)
  const close = () => setLeaving(null)
  // Before the dialog is there: what it says first is what goes.
  const open = () => void fetchAccountDeletion().then(setLeaving, failurePopup)
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
      {leaving && (
        <Suspense>
          <DeleteAccountDialog
            email={email}
            leaving={leaving}
            onTakeAlong={() => {
              close()
              onTakeAlong()
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </SectionCard>
  )
}
