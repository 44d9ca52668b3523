import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../lib/store.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { navigationBars } from '../../ui/view-settings.ts'
import classes from './navigation-toggle.module.css'

/** Hides and shows rail and panel (APP-33). */
export function NavigationToggle() {
  const { t } = useTranslation()
  const shown = useStore(navigationBars) === 'shown'
  return (
    <div className={classes.edge} data-shown={shown || undefined}>
      <IconButton
        icon={shown ? PanelLeftClose : PanelLeftOpen}
        label={t(shown ? 'shell.hide_bars' : 'shell.show_bars')}
        size="small"
        tooltip="right"
        className={classes.button}
        aria-expanded={shown}
        onClick={() => navigationBars.set(shown ? 'hidden' : 'shown')}
      />
    </div>
  )
}
