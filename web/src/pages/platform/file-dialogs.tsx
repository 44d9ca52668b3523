import { lazy, Suspense } from 'react'
import type { Files } from './use-files.ts'

const OpenDialogs = lazy(async () => ({
  default: (await import('./open-dialogs.tsx')).OpenDialogs,
}))

const FolderMenu = lazy(async () => ({ default: (await import('./folder-menu.tsx')).FolderMenu }))

/** Dialogs and menus over the list, each loaded when it first opens. */
export function FileDialogs({ files }: { files: Files }) {
  return (
    <Suspense>
      {(files.dialog || files.previewed) && <OpenDialogs files={files} />}
      {files.menuAt && files.selection.count === 0 && <FolderMenu files={files} />}
    </Suspense>
  )
}
