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
import { type Headings, VirtualRows } from './virtual-rows.tsx'

/** Enough for a screen of rows or two rows of cards. */
const PLACEHOLDERS = 12

export interface ListLayout {
  /** Items per row. */
  columns: number
  /** Indexes of the items in a box of a list of this width, rendered or not. */
  itemsIn: (box: Box, width: number) => number[]
}

export interface ListSelection {
  has: (id: string) => boolean
  /** The index of the row with keyboard focus. */
  cursor: number | null
  isChoosing: boolean
}

/** The date that the list shows, and optional headings per day. */
export interface ListDate {
  field: ItemDate
  label: string
  headingsOf?: (rows: ListingRows, field: ItemDate, locale: string) => ReadonlyMap<number, string>
}

/** Columns of a list that replace size, owner and date. */
export interface ListDetails {
  /** Sets the column widths. */
  className: string | undefined
  head: readonly ListColumn[]
  cells: (of: OfItem) => ReactNode
  /** Text that replaces the date on phones. */
  below?: (of: OfItem) => string | null
}

export interface ItemListProps {
  listing: ListingView
  listKey: string
  view: 'list' | 'grid'
  /** A wider list gets margins on both sides. */
  maxWidth?: number | undefined
  isNarrow: boolean
  label: string
  order: TrashOrder
  /** Undefined where the list has a fixed order. */
  onSort: ((sort: TrashSortField) => void) | undefined
  date: ListDate
  details?: ListDetails | undefined
  me: string
  /** Whether the list shows items of many folders. */
  isFlat: boolean
  selection: ListSelection
  isCut: (id: string) => boolean
  /** A folder that is being created, above the items. */
  draft?: ReactNode
  /** The item that is being renamed, and its input field. */
  editing: { id: string; field: ReactNode } | null
  canDrag: boolean
  drops: Drops | undefined
  onOpen: (item: Item) => void
  /** Pointer and keyboard events of all rows. */
  events: HTMLAttributes<HTMLDivElement>
  /** Called with the current layout. */
  onLayout: (layout: ListLayout) => void
}

const CARD = { width: 186, height: 210, gap: 16 }
const HEADING = 44
const DRAFT = rowHeight(false)
const NARROW_CARD = { width: 150, height: 180, gap: 12 }

/** Shows a list of any length as rows or cards. */
export function ItemList(props: ItemListProps) {
  const { listing, view, isNarrow, selection } = props
  const id = useId()
  const texts = useItemTexts()
  const { ref, measures, margin } = useMeasures(props)
  const { columns, height } = measures
  const { setVisibleRange, rows } = listing
  const scroll = useRef(START)
  const onVisibleRows = useCallback(
    (first: number, last: number) => {
      scroll.current = trackScroll(scroll.current, {
        from: first * columns,
        to: last * columns + columns - 1,
      })
      const { from, to } = withPrefetch(scroll.current, rows.total)
      setVisibleRange(from, to)
    },
    [setVisibleRange, columns, rows.total],
  )
  const { cursor } = selection
  const rowCount = Math.ceil(itemCount(listing) / columns)
  const isTable = view === 'list' && !isNarrow
  return (
    <div ref={ref} {...rootProps(props, margin)} data-loading={listing.isLoading || undefined}>
      <VirtualRows
        {...props.events}
        tabIndex={0}
        aria-label={props.label}
        aria-multiselectable
        aria-busy={listing.isLoading}
        aria-rowcount={listing.isLoading ? -1 : rowCount + (isTable ? 1 : 0)}
        aria-activedescendant={cursor === null ? undefined : `${id}-${cursor}`}
        count={rowCount}
        height={height}
        listKey={props.listKey}
        headings={measures.headings}
        currentRow={cursor === null ? null : Math.floor(cursor / columns)}
        onVisibleRows={onVisibleRows}
        head={<ListTop {...props} isTable={isTable} />}
        foot={<div className={classes.foot} />}
      >
        {row =>
          view === 'list' ? (
            <Row {...props} index={row} id={id} texts={texts} />
          ) : (
            <CardRow {...props} {...measures} row={row} id={id} texts={texts} />
          )
        }
      </VirtualRows>
      <LoadErrors {...listing} />
    </div>
  )
}

/** Placeholders until the first page has loaded. */
const itemCount = ({ isLoading, rows }: ListingView): number =>
  isLoading ? PLACEHOLDERS : rows.total

/** A notice over the list when visible rows could not be loaded. */
const LoadErrors = ({ hasGaps, retry }: Pick<ListingView, 'hasGaps' | 'retry'>) =>
  hasGaps && (
    <div className={classes.gaps}>
      <PartFailure retry={retry} />
    </div>
  )

/** The sticky parts above the items. */
function ListTop({ isTable, ...props }: ItemListProps & { isTable: boolean }) {
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

/** The list with its margins. */
const rootProps = ({ details }: ItemListProps, margin: number) => ({
  className: `${classes.root} ${details?.className ?? ''}`,
  style: { '--margin': `${margin}px` } as CSSProperties,
})

/** Measures the layout and reports it to `onLayout`. */
function useMeasures(props: ItemListProps) {
  const {
    view,
    isNarrow,
    listing: { rows },
    onLayout,
  } = props
  const { ref, width: fullWidth } = useElementSize()
  const width = Math.min(fullWidth, props.maxWidth ?? fullWidth)
  const card = isNarrow ? NARROW_CARD : CARD
  const padding = isNarrow ? 16 : 20
  const isList = view === 'list'
  const cardsPerRow = Math.floor((width - 2 * padding + card.gap) / (card.width + card.gap))
  const measures = {
    columns: isList ? 1 : Math.max(1, cardsPerRow),
    height: isList ? rowHeight(isNarrow) : card.height + card.gap,
    gap: isList ? 0 : card.gap,
    padding,
    /** Pixels above the first row. */
    head: (isList && !isNarrow ? HEAD : 0) + (props.draft ? DRAFT : 0),
    headings: useHeadings(props),
  }
  const layoutKey = JSON.stringify([measures, ...(measures.headings?.labels.keys() ?? [])])
  // biome-ignore lint/correctness/useExhaustiveDependencies: layoutKey changes with the measures.
  useEffect(() => {
    const { columns } = measures
    const total = rows.total
    onLayout({
      columns,
      itemsIn: (box, width) =>
        itemsIn(box, { ...measures, total, width, isMirrored: isMirrored() }),
    })
  }, [onLayout, rows.total, layoutKey])
  return { ref, measures, margin: (fullWidth - width) / 2 }
}

/** A grid has no headings, because cards of different days share a row. */
function useHeadings({ view, date, listing: { rows } }: ItemListProps): Headings | undefined {
  const { locale } = useFormat()
  const { field, headingsOf } = date
  return useMemo(() => {
    if (!headingsOf || view === 'grid') return undefined
    return { height: HEADING, labels: headingsOf(rows, field, locale) }
  }, [headingsOf, view, rows, field, locale])
}

interface RowProps extends ItemListProps {
  id: string
  texts: ItemTexts
}

/** The props that rows and cards have in common. */
function itemPropsOf(props: RowProps, index: number) {
  const { listing, selection, editing } = props
  const item = listing.rows.itemAt(index)
  return {
    item,
    index,
    id: `${props.id}-${index}`,
    texts: props.texts,
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

function Row({ index, ...props }: RowProps & { index: number }) {
  return (
    <ItemRow
      {...itemPropsOf(props, index)}
      isNarrow={props.isNarrow}
      date={props.date.field}
      cells={props.details?.cells}
      below={props.details?.below}
    />
  )
}

interface CardRowProps extends RowProps {
  row: number
  columns: number
  gap: number
  padding: number
}

function CardRow({ row, columns, gap, padding, ...props }: CardRowProps) {
  const first = row * columns
  const count = Math.min(columns, itemCount(props.listing) - first)
  return (
    <div
      {...asRow({ 'aria-rowindex': row + 1 })}
      className={classes.cards}
      style={{
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        gap,
        paddingBlock: gap / 2,
        paddingInline: padding,
      }}
    >
      {Array.from({ length: count }, (_, offset) => {
        const entry = itemPropsOf(props, first + offset)
        return <ItemCard key={entry.index} {...entry} />
      })}
    </div>
  )
}
