import { lazy, Suspense } from 'react'
import { ItemIcon } from '../../features/browse/item-face.tsx'
import { openQuestion } from '../../features/items/conflict-questions.ts'
import { useStore } from '../../lib/store.ts'

const ConflictDialog = lazy(async () => ({
  default: (await import('../../features/items/conflict-dialog.tsx')).ConflictDialog,
}))

/** Shows the dialog for name conflicts on every page. */
export function ConflictHost() {
  const open = useStore(openQuestion)
  return (
    <Suspense>
      {open && (
        <ConflictDialog
          key={open.id}
          {...open}
          faceOf={item => <ItemIcon item={item} size={56} />}
        />
      )}
    </Suspense>
  )
}
