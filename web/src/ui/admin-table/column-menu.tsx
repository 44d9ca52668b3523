import { Menu } from '@mantine/core'
import type { RowData } from '@tanstack/react-table'
import { Check, Columns3 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../icon-button.tsx'
import classes from './table-grid.module.css'
import type { AdminColumn } from './types.ts'
import type { TableModel } from './use-table-model.ts'

interface ColumnMenuProps<Row extends RowData> {
  table: TableModel<Row>
  columns: readonly AdminColumn<Row>[]
}

/** Chooses the columns. The first one always stays. */
export function ColumnMenu<Row extends RowData>({ table, columns }: ColumnMenuProps<Row>) {
  const { t } = useTranslation()
  const [, ...others] = columns
  if (others.length === 0) return null
  return (
    <Menu position="bottom-end" floatingStrategy="fixed" alignItemsLabels="all">
      <Menu.Target>
        <IconButton icon={Columns3} size="small" tooltip="none" label={t('table.columns')} />
      </Menu.Target>
      <Menu.Dropdown className={classes.columns}>
        {others.map(({ id, label }) => {
          const isShown = table.getColumn(id)?.getIsVisible() ?? false
          return (
            <Menu.CheckboxItem
              key={id}
              checked={isShown}
              checkIcon={<Check size={16} className={classes.tick} aria-hidden />}
              onChange={shown => table.getColumn(id)?.toggleVisibility(shown)}
            >
              {label}
            </Menu.CheckboxItem>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
