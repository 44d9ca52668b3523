import type { Item } from '@coffer/contract/items'
import type { TrashSortField } from '@coffer/contract/trash'
import { useElementSize } from '@mantine/hooks'
import {
  type CSSProperties,
  type HTMLAttributes,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
} from 'react'
import { isMirrored } from '../../lib/direction.ts'
import { useFormat } from '../../lib/use-format.ts'
import { PartFailure } from '../../ui/part-failure.tsx'
import type { TrashOrder } from './browse.api.ts'
import type { Drops } from './drops.ts'
import { asRow, asRows } from './grid-roles.ts'
import { ItemCard } from './item-card.tsx'
import classes from './item-list.module.css'
import { type ItemDate, ItemRow } from './item-row.tsx'
import { type ItemTexts, type OfItem, useItemTexts } from './item-texts.ts'
import { type ListColumn, ListHead } from './list-head.tsx'
import { type Box, HEAD, itemsIn, rowHeight } from './list-layout.ts'
import type { ListingRows, ListingView } from './listing.ts'
import { START, trackScroll, withPrefetch } from './prefetch.ts'
import { type Headings, VirtualLines } from './virtual-rows.tsx'

export interface ListLayout {
  /** How many stand beside each other. */
  columns: number
  /** Those in a piece of the list of a width, drawn or not. */
  itemsIn: (box: Box, width: number) => number[]
}

export interface ListSelection {
  has: (id: string) => boolean
  /** The row that has the keyboard's attention. */
  cursor: number | null
  isChoosing: boolean
}

/** Which day counts, and what rows are put together by. */
export interface ListDate {
  field: ItemDate
  label: string
  headingsOf?: (rows: ListingRows, field: ItemDate, locale: string) => ReadonlyMap<number, string>
}

/** What stands beside the names in a list, in place of size, owner and day. */
export interface ListDetails {
  /** Says how wide its columns are. */
  className: string | undefined
  head: readonly ListColumn[]
  cells: (of: OfItem) => ReactNode
  /** What a phone says in place of the day. */
  below?: (of: OfItem) => string | null
}

export interface ItemListProps {
  listing: ListingView
  listKey: string
  view: 'list' | 'grid'
  /** Beyond it there is air on both sides. */
  maxWidth?: number | undefined
  isNarrow: boolean
  label: string
  order: TrashOrder
  /** Left out where the order is what the list is about. */
  onSort: ((sort: TrashSortField) => void) | undefined
  date: ListDate
  details?: ListDetails | undefined
  me: string
  /** Items of many folders at once. */
  isFlat: boolean
  selection: ListSelection
  isCut: (id: string) => boolean
  /** Above the items: one that is not created yet. */
  draft?: ReactNode
  /** The item whose name is being changed, and the field for it. */
  editing: { id: string; field: ReactNode } | null
  canDrag: boolean
  drops: Drops | undefined
  onOpen: (item: Item) => void
  /** Mouse, finger and keyboard, for all rows at once. */
  events: HTMLAttributes<HTMLDivElement>
  /** Tells how the items are laid out. */
  onLayout: (layout: ListLayout) => void
}

const CARD = { width: 186, height: 210, gap: 16 }
const HEADING = 44
const DRAFT = rowHeight(false)
const NARROW_CARD = { width: 150, height: 180, gap: 12 }

/** A folder's content as a list or a grid, of whatever length. */
export function ItemList(props: ItemListProps) {
  const { listing, view, isNarrow, selection } = props
  const id = useId()
  const words = useItemTexts()
  const { ref, measures, margin } = useMeasures(props)
  const { columns, height } = measures
  const { look, rows } = listing
  const walk = useRef(START)
  const onLook = useCallback(
    (first: number, last: number) => {
      walk.current = trackScroll(walk.current, {
        from: first * columns,
        to: last * columns + columns - 1,
      })
      const { from, to } = withPrefetch(walk.current, rows.total)
      look(from, to)
    },
    [look, columns, rows.total],
  )
  const { cursor } = selection
  const isTable = view === 'list' && !isNarrow
  return (
    <div ref={ref} {...placeOf(props, margin)}>
      <VirtualLines
        {...props.events}
        tabIndex={0}
        aria-label={props.label}
        aria-multiselectable
        aria-rowcount={Math.ceil(rows.total / columns) + (isTable ? 1 : 0)}
        aria-activedescendant={cursor === null ? undefined : `${id}-${cursor}`}
        count={Math.ceil(rows.total / columns)}
        height={height}
        listKey={props.listKey}
        headings={measures.headings}
        line={cursor === null ? null : Math.floor(cursor / columns)}
        onLook={onLook}
        head={<Above {...props} isTable={isTable} />}
        foot={<div className={classes.foot} />}
      >
        {line =>
          view === 'list' ? (
            <Row {...props} index={line} id={id} words={words} />
          ) : (
            <CardLine {...props} {...measures} line={line} id={id} words={words} />
          )
        }
      </VirtualLines>
      <Gaps {...listing} />
    </div>
  )
}

/** Over the list where rows that are looked at could not be loaded. */
const Gaps = ({ hasGaps, retry }: Pick<ListingView, 'hasGaps' | 'retry'>) =>
  hasGaps && (
    <div className={classes.gaps}>
      <PartFailure retry={retry} />
    </div>
  )

/** What stays in sight above the items. */
function Above({ isTable, ...props }: ItemListProps & { isTable: boolean }) {
  return (
    <>
      {isTable && (
        <ListHead
          order={props.order}
          onSort={props.onSort}
          dateLabel={props.date.label}
          isDateSortable={props.date.field === 'updated_at'}
          details={props.details?.head}
        />
      )}
      {props.draft && (
        <div {...asRows()} className={classes.draft} style={{ top: isTable ? HEAD : 0 }}>
          {props.draft}
        </div>
      )}
    </>
  )
}

/** The whole of it, with as much air on both sides. */
const placeOf = ({ details }: ItemListProps, margin: number) => ({
  className: `${classes.place} ${details?.className ?? ''}`,
  style: { '--air': `${margin}px` } as CSSProperties,
})

/** How the items are laid out, which those who need it are told. */
function useMeasures(props: ItemListProps) {
  const {
    view,
    isNarrow,
    listing: { rows },
    onLayout,
  } = props
  const { ref, width: whole } = useElementSize()
  const width = Math.min(whole, props.maxWidth ?? whole)
  const card = isNarrow ? NARROW_CARD : CARD
  const side = isNarrow ? 16 : 20
  const isList = view === 'list'
  const beside = Math.floor((width - 2 * side + card.gap) / (card.width + card.gap))
  const measures = {
    columns: isList ? 1 : Math.max(1, beside),
    height: isList ? rowHeight(isNarrow) : card.height + card.gap,
    gap: isList ? 0 : card.gap,
    side,
    /** Above the first line. */
    head: (isList && !isNarrow ? HEAD : 0) + (props.draft ? DRAFT : 0),
    headings: useHeadings(props),
  }
  const told = JSON.stringify([measures, ...(measures.headings?.words.keys() ?? [])])
  // biome-ignore lint/correctness/useExhaustiveDependencies: told again when one of them has changed.
  useEffect(() => {
    const { columns } = measures
    const total = rows.total
    onLayout({
      columns,
      itemsIn: (box, width) =>
        itemsIn(box, { ...measures, total, width, isMirrored: isMirrored() }),
    })
  }, [onLayout, rows.total, told])
  return { ref, measures, margin: (whole - width) / 2 }
}

/** Cards stand beside each other whatever their day. */
function useHeadings({ view, date, listing: { rows } }: ItemListProps): Headings | undefined {
  const { locale } = useFormat()
  const { field, headingsOf } = date
  return useMemo(() => {
    if (!headingsOf || view === 'grid') return undefined
    return { height: HEADING, words: headingsOf(rows, field, locale) }
  }, [headingsOf, view, rows, field, locale])
}

interface LineProps extends ItemListProps {
  id: string
  words: ItemTexts
}

/** What every item is drawn with, whether as a row or as a card. */
function rowPropsOf(props: LineProps, index: number) {
  const { listing, selection, editing } = props
  const item = listing.rows.itemAt(index)
  return {
    item,
    index,
    id: `${props.id}-${index}`,
    words: props.words,
    me: props.me,
    isFlat: props.isFlat,
    isSelected: item !== undefined && selection.has(item.id),
    isCurrent: selection.cursor === index,
    isCut: item !== undefined && props.isCut(item.id),
    isChoosing: selection.isChoosing,
    editor: item !== undefined && editing?.id === item.id ? editing.field : null,
    canDrag: props.canDrag,
    drops: props.drops,
    onOpen: props.onOpen,
  }
}

function Row({ index, ...props }: LineProps & { index: number }) {
  return (
    <ItemRow
      {...rowPropsOf(props, index)}
      isNarrow={props.isNarrow}
      date={props.date.field}
      cells={props.details?.cells}
      below={props.details?.below}
    />
  )
}

interface CardLineProps extends LineProps {
  line: number
  columns: number
  gap: number
  side: number
}

function CardLine({ line, columns, gap, side, ...props }: CardLineProps) {
  const first = line * columns
  const count = Math.min(columns, props.listing.rows.total - first)
  return (
    <div
      {...asRow({ 'aria-rowindex': line + 1 })}
      className={classes.cards}
      style={{
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        gap,
        paddingBlock: gap / 2,
        paddingInline: side,
      }}
    >
      {Array.from({ length: count }, (_, offset) => {
        const entry = rowPropsOf(props, first + offset)
        return <ItemCard key={entry.index} {...entry} />
      })}
    </div>
  )
}
