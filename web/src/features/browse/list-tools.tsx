import type { TrashSortField } from '@coffer/contract/trash'
import { Button, Menu } from '@mantine/core'
import { ArrowDown, ArrowUp, Check, PanelRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/icon-button.tsx'
import type { TrashOrder } from './browse.api.ts'
import classes from './list-tools.module.css'

interface SortMenuProps {
  order: TrashOrder
  fields: readonly TrashSortField[]
  onSort: (sort: TrashSortField) => void
}

/** Chooses the sort field. Choosing the current one reverses the direction. */
export function SortMenu({ order, fields, onSort }: SortMenuProps) {
  const { t } = useTranslation()
  const Arrow = order.direction === 'ASC' ? ArrowUp : ArrowDown
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          className={classes.chip}
          rightSection={<Arrow size={13} strokeWidth={2} aria-hidden />}
          aria-label={t('files.sorted_by', {
            field: t(`files.sort_${order.sort}`),
            direction: t(`files.${order.direction}`),
          })}
        >
          {t(`files.sort_${order.sort}`)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {fields.map(field => (
          <Menu.Item
            key={field}
            aria-current={order.sort === field}
            leftSection={
              <Check
                size={16}
                className={classes.check}
                data-on={order.sort === field || undefined}
              />
            }
            onClick={() => onSort(field)}
          >
            {t(`files.sort_${field}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

export function InfoSwitch({ isOn, onToggle }: { isOn: boolean; onToggle: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes.group}>
      <IconButton
        icon={PanelRight}
        label={t('files.details')}
        size="small"
        className={classes.option}
        aria-pressed={isOn}
        onClick={onToggle}
      />
    </div>
  )
}
