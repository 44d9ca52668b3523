import { Menu } from '@mantine/core'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './filter-chip.module.css'

interface FilterChipProps {
  label: string
  /** The chosen value as text; undefined while the filter is off. */
  value: string | undefined
  onClear: () => void
  /** A Menu.Dropdown. */
  children: ReactNode
}

/** A filter that opens a menu; while it is on, it shows its value and can be removed. */
export function FilterChip({ label, value, onClear, children }: FilterChipProps) {
  const { t } = useTranslation()
  const isOn = value !== undefined
  return (
    <span className={classes.chip} data-on={isOn || undefined}>
      <Menu position="bottom-start" floatingStrategy="fixed" alignItemsLabels="all">
        <Menu.Target>
          <button type="button" className={classes.open}>
            {label} {isOn && <span className={classes.value}>{value}</span>}
          </button>
        </Menu.Target>
        {children}
      </Menu>
      {isOn && (
        <button
          type="button"
          className={classes.clear}
          aria-label={t('filter.clear_one', { name: label })}
          onClick={onClear}
        >
          <X size={14} strokeWidth={2} aria-hidden />
        </button>
      )}
    </span>
  )
}
