import { type ComponentProps, lazy, Suspense } from 'react'
import type { SelectionBar } from '../../ui/selection-bar.tsx'

const Bar = lazy(async () => ({
  default: (await import('../../ui/selection-bar.tsx')).SelectionBar,
}))

/** Loaded with the first selection, because most guests never select anything. */
export const GuestSelectionBar = (props: ComponentProps<typeof SelectionBar>) => (
  <Suspense>
    <Bar {...props} />
  </Suspense>
)
