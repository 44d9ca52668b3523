import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { useApiScope } from '../../lib/api-scope.ts'
import { useStore } from '../../lib/store.ts'
import { openQuestion } from './questions.ts'
import type { TrayBodyProps } from './tray-body.tsx'
import { uploads } from './uploads.ts'
import { useResumableUploads, useTitleProgress, useUploads, watchQueue } from './use-uploads.ts'

const TrayBody = lazy(async () => ({ default: (await import('./tray-body.tsx')).TrayBody }))
const PreflightDialog = lazy(async () => ({
  default: (await import('./preflight-dialog.tsx')).PreflightDialog,
}))

interface UploadTrayProps extends Pick<TrayBodyProps, 'afterwards' | 'onLocked'> {
  /** The user's id, or the guest's link. */
  owner: string
  /** Asks for another folder when the original one is gone or can't be added to. */
  folderChoice: ComponentType<{
    onChoose: (folderId: string | null) => void
    onClose: () => void
  }>
}

/** The tray in the corner of every page behind sign-in, and the dialogs of the preflight check. */
export function UploadTray({ folderChoice: FolderChoice, ...props }: UploadTrayProps) {
  const [isChoosing, setChoosing] = useState(false)
  const question = useStore(openQuestion)
  return (
    <>
      <Tray {...props} onChooseFolder={() => setChoosing(true)} />
      <Suspense>
        {question && <PreflightDialog key={question.id} {...question} />}
        {isChoosing && (
          <FolderChoice
            onClose={() => setChoosing(false)}
            onChoose={folderId => {
              setChoosing(false)
              const { queue } = uploads()
              queue.redirect(
                queue.store.stranded().map(({ id }) => id),
                folderId,
              )
            }}
          />
        )}
      </Suspense>
    </>
  )
}

interface TrayProps extends Pick<TrayBodyProps, 'afterwards' | 'onLocked' | 'onChooseFolder'> {
  owner: string
}

function Tray({ owner, ...props }: TrayProps) {
  const scope = useApiScope()
  const snapshot = useUploads()
  const resumable = useResumableUploads()
  useEffect(() => uploads().enter(owner, scope), [owner, scope])
  useTitleProgress(snapshot)
  useEffect(() => watchQueue(uploads().queue), [])
  useEffect(() => {
    const prepare = () => uploads().prepare()
    addEventListener('dragenter', prepare, { once: true })
    return () => removeEventListener('dragenter', prepare)
  }, [])

  if (snapshot.ids.length + snapshot.rejected.length + resumable.length === 0) return null
  return (
    <Suspense>
      <TrayBody snapshot={snapshot} resumable={resumable} {...props} />
    </Suspense>
  )
}
