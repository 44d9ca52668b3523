import type { Item } from '@coffer/contract/items'
import { shownName } from '../../lib/shown-name.ts'
import facts from './fact-cell.module.css'
import { placeOf } from './folder-address.ts'
import { asCell } from './grid-roles.ts'
import type { ListDate, ListDetails } from './item-list.tsx'
import { type ItemTexts, type OfItem, sizeOf } from './item-texts.ts'
import classes from './where-details.module.css'

type DateField = Exclude<ListDate['field'], 'deleted_at'>

const DATES = {
  updated_at: { label: 'files.changed', sort: 'updated_at' },
  created_at: { label: 'files.added' },
} as const

/** Columns of a list across folders, including each item's location. */
export const whereDetails = (me: string, date: DateField): ListDetails => ({
  className: classes.columns,
  head: [
    { label: 'files.where' },
    { label: 'files.size', sort: 'size' },
    { label: 'files.owner' },
    DATES[date],
  ],
  cells: of => <WhereCells {...of} me={me} date={date} />,
})

function WhereCells({ item, texts, me, date }: OfItem & { me: string; date: DateField }) {
  const { t, format } = texts
  const size = sizeOf(item, texts)
  const path = pathOf(item, me, texts)
  const owner = item.relationships.owner.data
  const dateValue = item.attributes[date]
  return (
    <>
      <div {...asCell()} className={facts.fact} title={path}>
        {path}
      </div>
      <div {...asCell()} className={facts.fact} title={size.exact}>
        {size.text}
      </div>
      <div {...asCell()} className={facts.fact}>
        {owner?.id === me ? t('files.you') : owner?.attributes.name}
      </div>
      <div {...asCell()} className={facts.fact}>
        <time dateTime={dateValue} title={format.exactDate(dateValue)}>
          {format.date(dateValue)}
        </time>
      </div>
    </>
  )
}

/** For example "Files / Projects / Invoices". */
export function pathOf(item: Item, me: string, { t }: Pick<ItemTexts, 't'>): string {
  const isShared = placeOf(item, me) === 'shared'
  const top = t(isShared ? 'places.shared_with_me' : 'places.files')
  const folders = item.meta.ancestors?.map(({ name }) => shownName(name)) ?? []
  return [top, ...folders].join(' / ')
}
