import { LayoutGrid, List } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type Store, useStore } from '../../lib/store.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { itemView } from '../../ui/view-settings.ts'
import classes from './list-tools.module.css'

interface ViewSwitchProps {
  setting?: Store<'list' | 'grid'>
}

/** Switches between list and grid; the choice is stored in this browser. */
export function ViewSwitch({ setting = itemView }: ViewSwitchProps) {
  const { t } = useTranslation()
  const view = useStore(setting)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form's.
    <div className={classes.group} role="group" aria-label={t('files.view')}>
      <IconButton
        icon={List}
        label={t('files.view_list')}
        size="small"
        className={classes.option}
        aria-pressed={view === 'list'}
        onClick={() => setting.set('list')}
      />
      <IconButton
        icon={LayoutGrid}
        label={t('files.view_grid')}
        size="small"
        className={classes.option}
        aria-pressed={view === 'grid'}
        onClick={() => setting.set('grid')}
      />
    </div>
  )
}

/** A single button for phones, which shows the view that it switches to. */
export function ViewToggle({ setting = itemView }: ViewSwitchProps) {
  const { t } = useTranslation()
  const view = useStore(setting)
  const other = view === 'list' ? 'grid' : 'list'
  return (
    <IconButton
      icon={other === 'grid' ? LayoutGrid : List}
      label={t(`files.view_${other}`)}
      onClick={() => setting.set(other)}
    />
  )
}
