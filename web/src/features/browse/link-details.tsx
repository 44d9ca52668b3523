import { linkState } from '../../lib/link-state.ts'
import facts from './fact-cell.module.css'
import { asCell } from './grid-roles.ts'
import type { ListDetails } from './item-list.tsx'
import type { OfItem } from './item-texts.ts'
import classes from './link-details.module.css'

/** List columns with the state of each share. */
export const linkDetails: ListDetails = {
  className: classes.columns,
  head: [
    { label: 'shares.column_link' },
    { label: 'shares.column_ends' },
    { label: 'shares.column_downloads' },
  ],
  cells: of => <LinkCells {...of} />,
}

function LinkCells({ item, texts: { t, format } }: OfItem) {
  const shared = item.relationships.shared.data
  if (!shared) return <EmptyCells />
  const { permission, expires_at, download_limit, downloads } = shared.attributes
  const state = linkState(shared.attributes, Date.now())
  const access = [
    t(permission === 'editor' ? 'shares.can_edit' : 'shares.can_view'),
    shared.attributes.protected && t('shares.with_password'),
  ]
  const downloadCount = format.number(downloads)
  return (
    <>
      <div {...asCell()} className={facts.fact}>
        {access.filter(Boolean).join(' · ')}
      </div>
      <div {...asCell()} className={facts.fact} data-over={state === 'expired' || undefined}>
        {expires_at === null ? (
          t('shares.never')
        ) : (
          <time dateTime={expires_at} title={format.exactDate(expires_at)}>
            {format.date(expires_at)}
          </time>
        )}
      </div>
      <div {...asCell()} className={facts.fact} data-over={state === 'limit_reached' || undefined}>
        {download_limit === null
          ? downloadCount
          : `${downloadCount} / ${format.number(download_limit)}`}
      </div>
    </>
  )
}

/** Rendered while a share that was just deleted is still in the list. */
const EmptyCells = () => (
  <>
    <div {...asCell()} />
    <div {...asCell()} />
    <div {...asCell()} />
  </>
)
