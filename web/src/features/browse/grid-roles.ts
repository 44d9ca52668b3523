import type { AriaAttributes } from 'react'

// A virtual list can't use table elements, so its parts have ARIA roles. None of them takes the
// focus: the grid is focused and names its active descendant.
const role =
  (name: string) =>
  (aria: AriaAttributes = {}) => ({ role: name, ...aria })

export const asGrid = role('grid')
export const asRows = role('rowgroup')
export const asRow = role('row')
export const asCell = role('gridcell')
export const asRowHeader = role('rowheader')
export const asColumn = role('columnheader')
