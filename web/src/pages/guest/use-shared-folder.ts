import { useDebouncedValue } from '@mantine/hooks'
import { useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Drops } from '../../features/browse/drops.ts'
import { downloadWholeFolder } from '../../features/zip/zip-download.ts'
import { useDoor } from '../../lib/door.ts'
import { useStore } from '../../lib/store.ts'
import { sharedView } from '../../ui/view-settings.ts'
import { useFolder } from '../platform/use-folder.ts'
import { useSharedLink } from './shared-link.ts'

const TYPING_MS = 200
const NOTHING: ReadonlySet<string> = new Set()

/** What comes with the uploads, which only editors load. */
export interface Bringing {
  drops: Drops
  upload: (folder: boolean) => void
}

/** A folder of a link, and what its guest can do in it. */
export function useSharedFolder() {
  const link = useSharedLink()
  const door = useDoor()
  const { id = link.itemId } = useParams({ strict: false })
  const shelf = useMemo(() => ({ place: 'folders', folderId: id, door }) as const, [id, door])
  const folder = useFolder(shelf, link.name)
  const [bringing, setBringing] = useState<Bringing | null>(null)
  const [words, setWords] = useState('')
  const [typed] = useDebouncedValue(words.trim(), TYPING_MS)
  const { listing } = folder
  return {
    ...folder,
    link,
    isTop: id === link.itemId,
    view: useStore(sharedView),
    isFillable: folder.isFillable && bringing !== null,
    drops: folder.isFillable ? bringing?.drops : undefined,
    upload: (asFolder: boolean) => bringing?.upload(asFolder),
    setBringing,
    words,
    setWords,
    /** What is searched for; none while the folder is shown. */
    query: words.trim() === '' ? '' : typed,
    downloadAll: () =>
      downloadWholeFolder(door, { folderId: id, except: NOTHING, count: listing.rows.total }),
  }
}

export type SharedFolder = ReturnType<typeof useSharedFolder>
