import type { RowData } from '@tanstack/react-table'
import { EllipsisVertical } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../icon-button.tsx'
import { OpenRow } from './open-row.tsx'
import { RowCheckbox } from './row-checkbox.tsx'
import classes from './table-grid.module.css'
import type { AdminCard } from './types.ts'
import type { TableContent } from './use-table-content.ts'

/** The rows on a phone: cards of two lines. */
export function TableCards<Row extends RowData>({ content }: { content: TableContent<Row> }) {
  const { t } = useTranslation()
  const { rows, rowId, rowName, rowMenu, card, canSelect } = content
  return (
    <ul className={classes.cards} aria-label={content.label} data-old={content.isOld || undefined}>
      {rows.map(row => {
        const id = rowId(row)
        return (
          <li
            key={id}
            className={classes.cardRow}
            data-selected={content.isSelected(id) || undefined}
          >
            {canSelect && <RowCheckbox content={content} row={row} />}
            <OpenRow content={content} row={row} isCard>
              <CardTexts card={card(row)} />
            </OpenRow>
            {rowMenu && (
              <IconButton
                icon={EllipsisVertical}
                tooltip="none"
                label={t('table.menu_of', { name: rowName(row) })}
                aria-haspopup="menu"
                onClick={event => content.openMenu(row, event.currentTarget)}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

const CardTexts = ({ card: { lead, title, note, end, endNote } }: { card: AdminCard }) => (
  <>
    {lead}
    <span className={classes.cardTexts}>
      <span className={classes.cardLine}>
        <span className={classes.cardTitle}>{title}</span>
        {end && <span>{end}</span>}
      </span>
      <span className={`${classes.cardLine} ${classes.cardNote}`}>
        <span>{note}</span>
        {endNote && <span>{endNote}</span>}
      </span>
    </span>
  </>
)
