import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './table-grid.module.css'

const ROWS = 12
/** Widths in percent; uneven, as texts are. */
const NAMES = [46, 34, 52, 40]
const NOTES = [64, 58, 44, 70]
const CELLS = [60, 72, 50]

const widthIn = (widths: readonly number[], index: number) => `${widths[index % widths.length]}%`

/** Rows with the geometry of the ones that are loading. */
export const SkeletonRows = ({ columns, hasAvatars }: { columns: number; hasAvatars: boolean }) =>
  Array.from({ length: ROWS }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change.
    <tr key={row} className={classes.row} aria-hidden>
      <td className={classes.select} />
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cells never change.
        <td key={column}>
          {column === 0 ? (
            <SkeletonName index={row} hasAvatar={hasAvatars} />
          ) : (
            <Skeleton height={9} width={widthIn(CELLS, row + column)} radius="xl" />
          )}
        </td>
      ))}
      <td className={classes.menu} />
    </tr>
  ))

const SkeletonName = ({ index, hasAvatar }: { index: number; hasAvatar: boolean }) => (
  <span className={classes.skeletonName}>
    {hasAvatar && <Skeleton circle height={30} width={30} />}
    <span className={classes.skeletonTexts}>
      <Skeleton height={9} width={widthIn(NAMES, index)} radius="xl" />
      <Skeleton height={7} width={widthIn(NOTES, index)} radius="xl" />
    </span>
  </span>
)

/** Cards that are loading, on phones. */
export function SkeletonCards({ hasAvatars }: { hasAvatars: boolean }) {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('table.loading')}>
      {Array.from({ length: ROWS }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards never change.
        <div key={row} className={classes.skeletonCard}>
          <SkeletonName index={row} hasAvatar={hasAvatars} />
        </div>
      ))}
    </div>
  )
}
