import type { Item } from '@coffer/contract/items'
import { config } from '../../lib/config.ts'
import { shownName } from '../../lib/shown-name.ts'
import { daysLeft } from './days-left.ts'
import facts from './fact-cell.module.css'
import { asCell } from './grid-roles.ts'
import type { ListDetails } from './item-list.tsx'
import { type ItemTexts, type OfItem, sizeOf } from './item-texts.ts'
import classes from './trash-details.module.css'

/** List columns of the trash of all users: size, location, owner and deletion date. */
export const adminTrashDetails: ListDetails = {
  className: classes.columns,
  head: [
    { label: 'files.size', sort: 'size' },
    { label: 'trash.original_location' },
    { label: 'files.owner' },
    { label: 'trash.deletes_soon' },
  ],
  cells: of => <Cells {...of} />,
  below: ({ item, texts }) =>
    [item.relationships.owner.data?.attributes.name, deletionOf(item, texts)]
      .filter(Boolean)
      .join(' · '),
}

function Cells({ item, texts }: OfItem) {
  const size = sizeOf(item, texts)
  const path = originOf(item, texts)
  return (
    <>
      <div {...asCell()} className={facts.fact} title={size.exact}>
        {size.text}
      </div>
      <div {...asCell()} className={facts.fact} title={path}>
        {path}
      </div>
      <div {...asCell()} className={facts.fact}>
        {item.relationships.owner.data?.attributes.name}
      </div>
      <div {...asCell()} className={facts.fact}>
        {deletionOf(item, texts)}
      </div>
    </>
  )
}

const originOf = ({ meta }: Item, { t }: ItemTexts): string =>
  [t('places.files'), ...(meta.ancestors?.map(({ name }) => shownName(name)) ?? [])].join(' / ')

function deletionOf({ attributes: { deleted_at } }: Item, { t }: ItemTexts): string | null {
  if (deleted_at === null) return null
  const days = daysLeft(deleted_at, config().trashDays, Date.now())
  return days === null ? t('shares.never') : t('trash.in_days', { count: days })
}
