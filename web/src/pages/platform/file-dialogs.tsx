import { lazy, Suspense } from 'react'
import type { Files } from './use-files.ts'

const OpenDialogs = lazy(async () => ({
  default: (await import('./open-dialogs.tsx')).OpenDialogs,
}))

/** What opens over the list: nothing of it is loaded before something does. */
export function FileDialogs({ files }: { files: Files }) {
  if (!files.dialog && !files.previewed) return null
  return (
    <Suspense>
      <OpenDialogs files={files} />
    </Suspense>
  )
}
