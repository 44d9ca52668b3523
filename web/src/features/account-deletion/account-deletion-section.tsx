import type { Leaving } from '@coffer/contract/account-deletion'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failurePopup } from '../../ui/popups/popups.ts'
import { SectionCard } from '../../ui/section-card.tsx'
import { askLeaving } from './account-deletion.api.ts'

const LeaveDialog = lazy(async () => ({
  default: (await import('./delete-account-dialog.tsx')).LeaveDialog,
}))

interface LeavingSectionProps {
  email: string
  onTakeAlong: () => void
}

/** The way out, for good. */
export function LeavingSection({ email, onTakeAlong }: LeavingSectionProps) {
  const { t } = useTranslation()
  const [leaving, setLeaving] = useState<Leaving | null>(null)
  const close = () => setLeaving(null)
  // Before the dialog is there: what it says first is what goes.
  const open = () => void askLeaving().then(setLeaving, failurePopup)
  return (
    <SectionCard
      title={t('leaving.title')}
      text={t('leaving.text')}
      action={
        <Button variant="default" color="danger" onClick={open}>
          {t('leaving.open')}
        </Button>
      }
    >
      {leaving && (
        <Suspense>
          <LeaveDialog
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
