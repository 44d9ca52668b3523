import type { MouseEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCloseOnNavigation } from './use-close-on-navigation.ts'

/** Navigation inside a dialog, which closes when a link is followed. */
export function DialogNav({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation()
  useCloseOnNavigation(onClose)
  // Close after the link was handled: removing it earlier would cause a full page load.
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
