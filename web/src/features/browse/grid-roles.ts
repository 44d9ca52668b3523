import type { AriaAttributes } from 'react'

// A table of a hundred thousand rows can't be drawn, so the parts of the grid say what they are.
// None of them takes the focus: the grid has it, and names its current row or cell.
const role =
  (name: string) =>
  (aria: AriaAttributes = {}) => ({ role: name, ...aria })

export const asGrid = role('grid')
export const asRows = role('rowgroup')
export const asRow = role('row')
export const asCell = role('gridcell')
export const asRowHeader = role('rowheader')
export const asColumn = role('columnheader')
