import { type ComponentProps, lazy, Suspense } from 'react'
import type { SelectionBar } from '../../features/items/selection-bar.tsx'

const Bar = lazy(async () => ({
  default: (await import('../../features/items/selection-bar.tsx')).SelectionBar,
}))

/** Fetched with the first selection: most guests look at what was sent to them, and go. */
export const GuestSelectionBar = (props: ComponentProps<typeof SelectionBar>) => (
  <Suspense>
    <Bar {...props} />
  </Suspense>
)
