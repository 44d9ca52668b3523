import type { Item } from '@coffer/contract/items'
import { config } from '../../lib/config.ts'
import { shownName } from '../../lib/shown-name.ts'
import { daysLeft } from './days-left.ts'
import facts from './fact-cell.module.css'
import { asCell } from './grid-roles.ts'
import type { ListDetails } from './item-list.tsx'
import { type ItemTexts, type OfItem, sizeOf } from './item-texts.ts'
import classes from './trash-details.module.css'

/** List columns of the trash: original location, removal date and deletion date. */
export const trashDetails: ListDetails = {
  className: classes.columns,
  head: [
    { label: 'files.size', sort: 'size' },
    { label: 'trash.original_location' },
    { label: 'files.removed', sort: 'deleted_at' },
    { label: 'trash.deletes_soon' },
  ],
  cells: of => <TrashCells {...of} />,
  below: ({ item: { attributes }, texts: { t } }) => {
    const days = attributes.deleted_at && daysUntilDeletion(attributes.deleted_at)
    return typeof days === 'number' ? t('trash.deletes_in_days', { count: days }) : null
  },
}

function TrashCells({ item, texts }: OfItem) {
  const { format } = texts
  const size = sizeOf(item, texts)
  const originText = originOf(item, texts)
  const { deleted_at } = item.attributes
  return (
    <>
      <div {...asCell()} className={facts.fact} title={size.exact}>
        {size.text}
      </div>
      <div {...asCell()} className={facts.fact} title={originText}>
        {originText}
      </div>
      <div {...asCell()} className={facts.fact}>
        {deleted_at && (
          <time dateTime={deleted_at} title={format.exactDate(deleted_at)}>
            {format.date(deleted_at)}
          </time>
        )}
      </div>
      <div {...asCell()} className={facts.fact}>
        {deleted_at && deletionText(deleted_at, texts)}
      </div>
    </>
  )
}

const originOf = ({ meta }: Item, { t }: ItemTexts): string =>
  [t('places.files'), ...(meta.origin?.ancestors.map(({ name }) => shownName(name)) ?? [])].join(
    ' / ',
  )

const daysUntilDeletion = (deletedAt: string) => daysLeft(deletedAt, config().trashDays, Date.now())

function deletionText(deletedAt: string, { t }: ItemTexts): string {
  const days = daysUntilDeletion(deletedAt)
  return days === null ? t('shares.never') : t('trash.in_days', { count: days })
}
