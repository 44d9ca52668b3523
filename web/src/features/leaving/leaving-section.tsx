import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SectionCard } from '../../ui/section-card.tsx'

const LeaveDialog = lazy(async () => ({
  default: (await import('./leave-dialog.tsx')).LeaveDialog,
}))

interface LeavingSectionProps {
  email: string
  hasTwoFactor: boolean
  onTakeAlong: () => void
}

/** The way out, for good. */
export function LeavingSection({ onTakeAlong, ...person }: LeavingSectionProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <SectionCard
      title={t('leaving.title')}
      text={t('leaving.text')}
      action={
        <Button variant="default" color="danger" onClick={() => setOpen(true)}>
          {t('leaving.open')}
        </Button>
      }
    >
      {isOpen && (
        <Suspense>
          <LeaveDialog
            {...person}
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
