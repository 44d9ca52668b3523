import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/icon-button.tsx'
import type { MenuAction } from './menu-entry.tsx'
import classes from './selection-bar.module.css'

interface SelectionBarProps {
  count: number
  actions: readonly MenuAction[]
  onClear: () => void
  /** On a phone it lies over the lower edge, in reach of the thumb. */
  isNarrow: boolean
}

/** What can be done with the selected items, one press away. */
export function SelectionBar({ count, actions, onClear, isNarrow }: SelectionBarProps) {
  const { t } = useTranslation()
  return (
    <div
      role="toolbar"
      aria-label={t('files.selection')}
      className={classes.bar}
      data-narrow={isNarrow || undefined}
    >
      <IconButton icon={X} label={t('files.clear_selection')} size="small" onClick={onClear} />
      {isNarrow && (
        <span className={classes.count} role="status">
          {t('files.selected', { count })}
        </span>
      )}
      {count > 0 &&
        actions
          .filter(({ rare }) => !rare)
          .map(({ label, icon, run }) => (
            <IconButton key={label} icon={icon} label={label} size="small" onClick={run} />
          ))}
    </div>
  )
}
