import type { Item } from '@coffer/contract/items'
import { Check } from 'lucide-react'
import { memo, type ReactNode, useDeferredValue } from 'react'
import { shownName } from '../../lib/shown-name.ts'
import { DocumentChip, documentText } from './document-chip.tsx'
import { type Drops, useDropTarget } from './drops.ts'
import { asCell, asRow } from './grid-roles.ts'
import { ItemIcon } from './item-face.tsx'
import classes from './item-row.module.css'
import { type ItemTexts, type OfItem, otherOwner, sizeOf } from './item-texts.ts'
import { Pending } from './pending.tsx'
import pill from './pill.module.css'
import { ShareMark } from './share-mark.tsx'
import { StarMark } from './star-mark.tsx'
import { TeamMark } from './team-mark.tsx'

/** Which day of an item counts. */
export type ItemDate = 'updated_at' | 'created_at' | 'deleted_at'

export interface ItemLineProps {
  /** Undefined while its page is on its way. */
  item: Item | undefined
  index: number
  id: string
  /** How it is told, the same for all, so that no row has to ask. */
  words: ItemTexts
  me: string
  /** Among items of many folders. */
  isFlat: boolean
  isSelected: boolean
  /** Has the keyboard's attention. */
  isCurrent: boolean
  /** Cut, and waiting to be pasted. */
  isCut: boolean
  /** Rows can be ticked off by finger. */
  isChoosing: boolean
  /** In place of the name while it is being changed. */
  editor: ReactNode
  drops: Drops | undefined
  onOpen: (item: Item) => void
}

interface ItemRowProps extends ItemLineProps {
  isNarrow: boolean
  canDrag: boolean
  /** In the trash it is the day of removal that counts. */
  date: ItemDate
  /** In place of size, owner and day. */
  cells: ((of: OfItem) => ReactNode) | undefined
  /** In place of the day on a phone. */
  below: ((of: OfItem) => string | null) | undefined
}

/**
 * Whether an item is drawn as itself. When the page of one that is drawn already comes in, that may
 * wait until nothing else is to be done: fifty at once would hold up a frame of someone who scrolls.
 */
export const useIsHere = (item: Item | undefined): boolean => useDeferredValue(item !== undefined)

/** The table's head is its first row; on a phone there is none. */
const rowNumber = (index: number, isNarrow: boolean): number => index + (isNarrow ? 1 : 2)

export const ItemRow = memo(function ItemRow({ item, ...props }: ItemRowProps) {
  const { index, id, isNarrow } = props
  const isHere = useIsHere(item)
  if (item && isHere) return <LoadedRow item={item} {...props} />
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
    folderId: item.id,
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
        (cells ? cells({ item, words: props.words }) : <Details item={item} {...props} />)}
      <div {...asCell()}>
        <MoreButton item={item} words={props.words} />
      </div>
    </div>
  )
}

function NameCell({ item, ...props }: Omit<ItemRowProps, 'item'> & { item: Item }) {
  const { isChoosing, isSelected, isNarrow, isFlat, words } = props
  const name = props.editor || (
    <span className={classes.text} title={originalName(item)}>
      {shownName(item.attributes.name)}
    </span>
  )
  return (
    <div {...asCell()} className={classes.name}>
      {isChoosing && <Tick isOn={isSelected} />}
      <ItemIcon item={item} size={30} />
      {isNarrow ? (
        <span className={classes.words}>
          {name}
          <span className={classes.below}>
            <span className={classes.facts}>{factsOf(item, props)}</span>
            <ShareMark item={item} words={words} />
            <VersionBadge item={item} words={words} />
          </span>
        </span>
      ) : (
        <>
          {name}
          {!props.editor && <ShareMark item={item} words={words} />}
          {!props.editor && <DocumentChip item={item} words={words} />}
          <VersionBadge item={item} words={words} />
        </>
      )}
      {!props.editor && <TeamMark item={item} words={words} isFlat={isFlat} />}
      {item.attributes.is_favourite && !props.editor && <StarMark words={words} />}
    </div>
  )
}

/** Which content of the file this is, when it has had others. */
export function VersionBadge({ item: { attributes }, words: { t } }: OfItem) {
  if (attributes.versions === 0) return null
  const number = attributes.versions + 1
  return (
    <span className={`${pill.pill} ${classes.badge}`} title={t('versions.badge', { number })}>
      v{number}
    </span>
  )
}

/** Decoration: the row itself says whether it is selected. */
function Tick({ isOn }: { isOn: boolean }) {
  return (
    <span className={classes.tick} data-on={isOn || undefined} aria-hidden>
      <Check size={14} strokeWidth={3} />
    </span>
  )
}

/** Spaces of uploaded names became hyphens; pointing at the name shows what it was. */
const originalName = ({ attributes }: Item): string =>
  shownName(attributes.original_name ?? attributes.name)

function Details({ item, me, date, words }: OfItem & Pick<ItemRowProps, 'me' | 'date'>) {
  const { t, format } = words
  const size = sizeOf(item, words)
  const owner = item.relationships.owner.data
  const when = item.attributes[date] ?? item.attributes.updated_at
  return (
    <>
      <div {...asCell()} className={classes.fact}>
        <span title={size.exact}>{size.words}</span>
      </div>
      <div {...asCell()} className={`${classes.fact} ${classes.owner}`}>
        {owner?.id === me ? t('files.you') : owner?.attributes.name}
      </div>
      <div {...asCell()} className={classes.fact}>
        <time dateTime={when} title={format.exactDate(when)}>
          {format.date(when)}
        </time>
      </div>
    </>
  )
}

/** The second line on a phone. */
function factsOf(
  item: Item,
  {
    date,
    below,
    words,
    me,
    isFlat,
  }: Pick<ItemRowProps, 'date' | 'below' | 'words' | 'me' | 'isFlat'>,
): string {
  const when =
    below?.({ item, words }) ??
    words.format.date(item.attributes[date] ?? item.attributes.updated_at)
  const owner = isFlat ? otherOwner(item, me) : null
  return [sizeOf(item, words).words, when, owner, documentText(item)].filter(Boolean).join(' · ')
}

/** Opens the item's menu; the keyboard has its own key for that. */
export function MoreButton({ item, words: { t } }: OfItem) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes.moreButton}
      data-action="menu"
      aria-label={t('files.actions_for', { name: item.attributes.name })}
    >
      {/* Drawn by hand, since a component of icons takes five times as long in every row. */}
      <svg viewBox="0 0 24 24" width={18} height={18} aria-hidden>
        <path d="M5 12h.01M12 12h.01M19 12h.01" />
      </svg>
    </button>
  )
}
