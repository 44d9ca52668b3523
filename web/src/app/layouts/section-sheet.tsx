import { useTranslation } from 'react-i18next'
import { DialogNav } from '../../ui/dialog-nav.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { AdminPanel } from './admin-panel.tsx'
import { UserPanel } from './user-panel.tsx'

const PANELS = { user: UserPanel, admin: AdminPanel }

interface SectionSheetProps {
  section: keyof typeof PANELS
  onClose: () => void
}

/** The section's pages on phones and tablets, which have no panel. */
export function SectionSheet({ section, onClose }: SectionSheetProps) {
  const { t } = useTranslation()
  const Panel = PANELS[section]
  return (
    <Sheet opened onClose={onClose} title={t('shell.section')}>
      <DialogNav onClose={onClose}>
        <Panel />
      </DialogNav>
    </Sheet>
  )
}
