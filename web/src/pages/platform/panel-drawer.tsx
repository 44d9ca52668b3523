import { useTranslation } from 'react-i18next'
import { DialogBox } from '../../ui/dialog-box.tsx'
import { DialogNav } from '../../ui/dialog-nav.tsx'
import { PlatformPanel } from './panel.tsx'

/** The platform panel as a drawer, which closes after a selection. */
export function PanelDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <DialogBox opened onClose={onClose} title={t('shell.navigation')} shape="drawer">
      <DialogNav onClose={onClose}>
        <PlatformPanel onChosen={onClose} />
      </DialogNav>
    </DialogBox>
  )
}
