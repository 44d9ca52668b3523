import type { Item } from '@coffer/contract/items'
import { Skeleton } from '@mantine/core'
import { Check, Ellipsis } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { DocumentChip, documentWords } from './document-chip.tsx'
import { type Drops, useDropTarget } from './drops.ts'
import { asCell, asRow } from './grid-roles.ts'
import { ItemFace } from './item-face.tsx'
import classes from './item-row.module.css'
import { StarMark } from './star-mark.tsx'

/** Which day of an item counts. */
export type ItemDate = 'updated_at' | 'created_at' | 'deleted_at'

export interface ItemLineProps {
  /** Undefined while its page is on its way. */
  item: Item | undefined
  index: number
  id: string
  me: string
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
}

/** The table's head is its first row; on a phone there is none. */
const rowNumber = (index: number, isNarrow: boolean): number => index + (isNarrow ? 1 : 2)

export const ItemRow = memo(function ItemRow({ item, ...props }: ItemRowProps) {
  const { index, id, isNarrow } = props
  if (item) return <LoadedRow item={item} {...props} />
  return (
    <div
      {...asRow({ 'aria-rowindex': rowNumber(index, isNarrow), 'aria-busy': true })}
      id={id}
      className={classes.row}
      data-narrow={isNarrow || undefined}
    >
      <div {...asCell()} className={classes.name}>
        <Skeleton width={30} height={30} radius="sm" />
        <Skeleton width={`${28 + ((index * 37) % 30)}%`} height={12} radius="sm" />
      </div>
    </div>
  )
})

function LoadedRow({ item, ...props }: Omit<ItemRowProps, 'item'> & { item: Item }) {
  const { index, id, isNarrow, isSelected, isCurrent, isCut, canDrag, editor } = props
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
      {...handlers}
    >
      <NameCell item={item} {...props} />
      {!isNarrow && <Details item={item} me={props.me} date={props.date} />}
      <div {...asCell()}>
        <MoreButton item={item} />
      </div>
    </div>
  )
}

function NameCell({ item, ...props }: Omit<ItemRowProps, 'item'> & { item: Item }) {
  const { isChoosing, isSelected, isNarrow, date } = props
  const name = props.editor || (
    <span className={classes.text} title={originalName(item)}>
      {item.attributes.name}
    </span>
  )
  return (
    <div {...asCell()} className={classes.name}>
      {isChoosing && <Tick isOn={isSelected} />}
      <ItemFace item={item} size={30} />
      {isNarrow ? (
        <span className={classes.words}>
          {name}
          <span className={classes.below}>
            <Facts item={item} date={date} />
            <VersionBadge item={item} />
          </span>
        </span>
      ) : (
        <>
          {name}
          {!props.editor && <DocumentChip item={item} />}
          <VersionBadge item={item} />
        </>
      )}
      {item.attributes.is_favourite && !props.editor && <StarMark />}
    </div>
  )
}

/** Which content of the file this is, when it has had others. */
export function VersionBadge({ item: { attributes } }: { item: Item }) {
  const { t } = useTranslation()
  if (attributes.versions === 0) return null
  const number = attributes.versions + 1
  return (
    <span className={classes.badge} title={t('versions.badge', { number })}>
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
const originalName = ({ attributes }: Item): string => attributes.original_name ?? attributes.name

function Details({ item, me, date }: { item: Item; me: string; date: ItemDate }) {
  const { t } = useTranslation()
  const format = useFormat()
  const size = useSize(item)
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
function Facts({ item, date }: { item: Item; date: ItemDate }) {
  const format = useFormat()
  const size = useSize(item)
  const when = format.date(item.attributes[date] ?? item.attributes.updated_at)
  const facts = [size.words, when, documentWords(item)]
  return <span className={classes.facts}>{facts.filter(Boolean).join(' · ')}</span>
}

/** How many items a folder holds, how large a file is. */
export function useSize({ attributes }: Item): { words: string; exact: string } {
  const { t } = useTranslation()
  const format = useFormat()
  if (attributes.items === null)
    return {
      words: format.bytes(attributes.size_bytes),
      exact: format.exactBytes(attributes.size_bytes),
    }
  const words = t('files.items', { count: attributes.items })
  return { words, exact: words }
}

/** Opens the item's menu; the keyboard has its own key for that. */
export function MoreButton({ item }: { item: Item }) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes.moreButton}
      data-action="menu"
      aria-label={t('files.actions_for', { name: item.attributes.name })}
    >
      <Ellipsis size={18} strokeWidth={1.75} aria-hidden />
    </button>
  )
}
