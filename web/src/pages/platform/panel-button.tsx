import { PanelLeft } from 'lucide-react'
import { lazy, Suspense, use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStable } from '../../lib/use-stable.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { OpenSectionPages } from '../../ui/section-pages.ts'

const PanelDrawer = lazy(async () => ({
  default: (await import('./panel-drawer.tsx')).PanelDrawer,
}))

/** Opens the panel on phones and tablets, or the list of the section's pages. */
export function PanelButton() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const close = useStable(() => setOpen(false))
  const openPages = use(OpenSectionPages)
  return (
    <>
      <IconButton
        icon={PanelLeft}
        label={t(openPages ? 'shell.section' : 'shell.navigation')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={openPages ?? (() => setOpen(true))}
      />
      <Suspense>{isOpen && <PanelDrawer onClose={close} />}</Suspense>
    </>
  )
}
