import type { Item } from '@coffer/contract/items'
import { Check } from 'lucide-react'
import { memo, type ReactNode, useDeferredValue } from 'react'
import { shownName } from '../../lib/shown-name.ts'
import { DocumentChip, documentText } from './document-chip.tsx'
import { type Drops, dropFolderOf, useDropTarget } from './drops.ts'
import { asCell, asRow } from './grid-roles.ts'
import { ItemIcon } from './item-face.tsx'
import classes from './item-row.module.css'
import { type ItemTexts, type OfItem, otherOwner, sizeOf } from './item-texts.ts'
import { Pending } from './pending.tsx'
import pill from './pill.module.css'
import { ShareMark } from './share-mark.tsx'
import { StarMark } from './star-mark.tsx'
import { TeamMark } from './team-mark.tsx'

/** The date of an item that a list shows. */
export type ItemDate = 'updated_at' | 'created_at' | 'deleted_at'

export interface ItemProps {
  /** Undefined while its page is loading. */
  item: Item | undefined
  index: number
  id: string
  /** Shared by all rows, so that no row calls the translation hooks. */
  texts: ItemTexts
  me: string
  /** Whether the list shows items of many folders. */
  isFlat: boolean
  isSelected: boolean
  /** Whether the row has keyboard focus. */
  isCurrent: boolean
  /** Whether the item is cut to the clipboard. */
  isCut: boolean
  /** Whether rows show checkboxes for touch selection. */
  isChoosing: boolean
  /** Replaces the name while it is being edited. */
  editor: ReactNode
  drops: Drops | undefined
  onOpen: (item: Item) => void
}

interface ItemRowProps extends ItemProps {
  isNarrow: boolean
  canDrag: boolean
  /** The date that the list shows. */
  date: ItemDate
  /** Replaces size, owner and date. */
  cells: ((of: OfItem) => ReactNode) | undefined
  /** Replaces the date on phones. */
  below: ((of: OfItem) => string | null) | undefined
}

/**
 * Whether to render the item instead of a placeholder. Deferred, because rendering the fifty rows
 * of a new page at once would drop frames while the user scrolls.
 */
export const useIsLoaded = (item: Item | undefined): boolean => useDeferredValue(item !== undefined)

/** The table head is row 1; phones have no table head. */
const rowNumber = (index: number, isNarrow: boolean): number => index + (isNarrow ? 1 : 2)

export const ItemRow = memo(function ItemRow({ item, ...props }: ItemRowProps) {
  const { index, id, isNarrow } = props
  const isLoaded = useIsLoaded(item)
  if (item && isLoaded) return <LoadedRow item={item} {...props} />
  return (
    <div
      {...asRow({ 'aria-rowindex': rowNumber(index, isNarrow), 'aria-busy': true })}
      id={id}
      className={classes.row}
      data-narrow={isNarrow || undefined}
    >
      <div {...asCell()} className={classes.name}>
        <Pending width={30} height={30} />
        <Pending width={`${28 + ((index * 37) % 30)}%`} height={12} />
      </div>
    </div>
  )
})

function LoadedRow({ item, ...props }: Omit<ItemRowProps, 'item'> & { item: Item }) {
  const { index, id, isNarrow, isSelected, isCurrent, isCut, canDrag, editor, cells } = props
  const isFolder = item.type === 'folder'
  const { isOver, handlers } = useDropTarget({
    folder: dropFolderOf(item),
    drops: isFolder ? props.drops : undefined,
    onHold: isFolder ? () => props.onOpen(item) : undefined,
  })
  return (
    <div
      {...asRow({ 'aria-rowindex': rowNumber(index, isNarrow), 'aria-selected': isSelected })}
      id={id}
      className={classes.row}
      data-index={index}
      data-narrow={isNarrow || undefined}
      data-current={isCurrent || undefined}
      data-cut={isCut || undefined}
      data-over={isOver || undefined}
      draggable={canDrag && !editor}
      {...(isFolder && handlers)}
    >
      <NameCell item={item} {...props} />
      {!isNarrow &&
        (cells ? cells({ item, texts: props.texts }) : <Details item={item} {...props} />)}
      <div {...asCell()}>
        <MoreButton item={item} texts={props.texts} />
      </div>
    </div>
  )
}

function NameCell({ item, ...props }: Omit<ItemRowProps, 'item'> & { item: Item }) {
  const { isChoosing, isSelected, isNarrow, isFlat, texts } = props
  const name = props.editor || (
    <span className={classes.text} title={originalName(item)}>
      {shownName(item.attributes.name)}
    </span>
  )
  return (
    <div {...asCell()} className={classes.name}>
      {isChoosing && <Checkbox isOn={isSelected} />}
      <ItemIcon item={item} size={30} />
      {isNarrow ? (
        <span className={classes.texts}>
          {name}
          <span className={classes.below}>
            <span className={classes.facts}>{detailsText(item, props)}</span>
            <ShareMark item={item} texts={texts} />
            <VersionBadge item={item} texts={texts} />
          </span>
        </span>
      ) : (
        <>
          {name}
          {!props.editor && <ShareMark item={item} texts={texts} />}
          {!props.editor && <DocumentChip item={item} texts={texts} />}
          <VersionBadge item={item} texts={texts} />
        </>
      )}
      {!props.editor && <TeamMark item={item} texts={texts} isFlat={isFlat} />}
      {item.attributes.is_favourite && !props.editor && <StarMark texts={texts} />}
    </div>
  )
}

/** Shows the current version number of a file that has earlier versions. */
export function VersionBadge({ item: { attributes }, texts: { t } }: OfItem) {
  if (attributes.versions === 0) return null
  const number = attributes.versions + 1
  return (
    <span className={`${pill.pill} ${classes.badge}`} title={t('versions.badge', { number })}>
      v{number}
    </span>
  )
}

/** Decorative: the row's aria-selected announces the selection. */
function Checkbox({ isOn }: { isOn: boolean }) {
  return (
    <span className={classes.tick} data-on={isOn || undefined} aria-hidden>
      <Check size={14} strokeWidth={3} />
    </span>
  )
}

/** UPL-19: uploaded names have hyphens instead of spaces; the title shows the original name. */
const originalName = ({ attributes }: Item): string =>
  shownName(attributes.original_name ?? attributes.name)

function Details({ item, me, date, texts }: OfItem & Pick<ItemRowProps, 'me' | 'date'>) {
  const { t, format } = texts
  const size = sizeOf(item, texts)
  const owner = item.relationships.owner.data
  const dateValue = item.attributes[date] ?? item.attributes.updated_at
  return (
    <>
      <div {...asCell()} className={classes.fact}>
        <span title={size.exact}>{size.text}</span>
      </div>
      <div {...asCell()} className={`${classes.fact} ${classes.owner}`}>
        {owner?.id === me ? t('files.you') : owner?.attributes.name}
      </div>
      <div {...asCell()} className={classes.fact}>
        <time dateTime={dateValue} title={format.exactDate(dateValue)}>
          {format.date(dateValue)}
        </time>
      </div>
    </>
  )
}

/** The second line on phones. */
function detailsText(
  item: Item,
  {
    date,
    below,
    texts,
    me,
    isFlat,
  }: Pick<ItemRowProps, 'date' | 'below' | 'texts' | 'me' | 'isFlat'>,
): string {
  const dateText =
    below?.({ item, texts }) ??
    texts.format.date(item.attributes[date] ?? item.attributes.updated_at)
  const owner = isFlat ? otherOwner(item, me) : null
  return [sizeOf(item, texts).text, dateText, owner, documentText(item)].filter(Boolean).join(' · ')
}

/** Opens the item's menu; the keyboard has a key for it. */
export function MoreButton({ item, texts: { t } }: OfItem) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes.moreButton}
      data-action="menu"
      aria-label={t('files.actions_for', { name: item.attributes.name })}
    >
      {/* Inline SVG, because an icon component renders five times slower in every row. */}
      <svg viewBox="0 0 24 24" width={18} height={18} aria-hidden>
        <path d="M5 12h.01M12 12h.01M19 12h.01" />
      </svg>
    </button>
  )
}
