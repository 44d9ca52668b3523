import type { LinkProps } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Choices } from '../filters/choice-menu.tsx'

export interface AdminColumn<Row> {
  /** Also the name by which the server sorts. */
  id: string
  label: string
  cell: (row: Row) => ReactNode
  /** Smallest width in px. */
  width: number
  /** Share of the space that is left; 1 by default, 0 keeps the width. */
  grow?: number
  /** Numbers, sizes and money are aligned at the end. */
  align?: 'end'
  /** The direction of the first click on the head; without it the column cannot be sorted. */
  sort?: 'asc' | 'desc'
  /** Hidden until it is chosen in the menu of columns. */
  isOptional?: boolean
}

/** The content of a row on a phone, in two lines. */
export interface AdminCard {
  /** A picture or icon, 32 px. */
  lead?: ReactNode
  title: ReactNode
  note?: ReactNode
  end?: ReactNode
  endNote?: ReactNode
}

interface FilterBase {
  /** The name in the filter types of the page. */
  name: string
  label: string
}

export interface ChoiceFilter extends FilterBase {
  kind: 'choice'
  choices: Choices<string>
}

export interface DaysFilter extends FilterBase {
  kind: 'days'
  /** Values beside days, such as "never". */
  choices?: Choices<string>
}

export interface RangeFilter extends FilterBase {
  kind: 'range'
  /** The unit of the fields, such as GB. */
  unit: string
  /** The value of one unit, such as 1e9 for GB. */
  scale: number
  format: (value: number) => string
  presets: readonly { label: string; min?: number; max?: number }[]
}

/** A filter with a control of its own, such as the search for a person. */
export interface CustomFilter extends FilterBase {
  kind: 'custom'
  render: (props: {
    value: string | undefined
    onChoose: (value: string | undefined) => void
  }) => ReactNode
}

export type TableFilter = ChoiceFilter | DaysFilter | RangeFilter | CustomFilter

export interface TableSelection {
  /** Whether all rows that the filters find are selected, except some. */
  isAll: boolean
  /** The ids of the selected rows, also of other pages; empty when all found rows are selected. */
  ids: readonly string[]
  /** The ids that are not selected although all found rows are. */
  except: readonly string[]
  count: number
  clear: () => void
}

/** A button of the page head. On phones, secondary ones are entries of a menu. */
export interface HeadAction {
  label: string
  icon: LucideIcon
  isPrimary?: boolean
  /** The page that the button opens, or its action. */
  link?: LinkProps
  run?: () => void
}

export interface TableEmpty {
  icon: LucideIcon
  title: string
  text: string
  /** How to add the first row. */
  action?: ReactNode
}
