import { useRouterState } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogBox } from '../../ui/dialog-box.tsx'
import { PlatformPanel } from './panel.tsx'

/** The panel where there is no room for it beside the list: it slides in, and away with a choice. */
export function PanelDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const place = useRouterState({ select: state => state.location.href })
  const opened = useRef(place)
  useEffect(() => {
    if (place !== opened.current) onClose()
  }, [place, onClose])
  // After the link itself: one that is taken away before it is followed loads the page anew.
  const chooseLink = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a')) onClose()
  }
  return (
    <DialogBox opened onClose={onClose} title={t('shell.places')} shape="drawer">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click. */}
      <nav aria-label={t('shell.section')} onClick={chooseLink}>
        <PlatformPanel onChosen={onClose} />
      </nav>
    </DialogBox>
  )
}
