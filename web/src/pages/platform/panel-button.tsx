import { PanelLeft } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStable } from '../../lib/use-stable.ts'
import { IconButton } from '../../ui/icon-button.tsx'

const PanelDrawer = lazy(async () => ({
  default: (await import('./panel-drawer.tsx')).PanelDrawer,
}))

/** The way to folders, favourites and the storage meter on phones and tablets. */
export function PanelButton() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const close = useStable(() => setOpen(false))
  return (
    <>
      <IconButton
        icon={PanelLeft}
        label={t('shell.places')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      />
      <Suspense>{isOpen && <PanelDrawer onClose={close} />}</Suspense>
    </>
  )
}
