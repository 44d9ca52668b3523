import { useRouterState } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

/** Navigation inside a dialog, which closes once something was chosen. */
export function DialogNav({ onClose, children }: { onClose: () => void; children: ReactNode }) {
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click.
    <nav aria-label={t('shell.section')} onClick={chooseLink}>
      {children}
    </nav>
  )
}
