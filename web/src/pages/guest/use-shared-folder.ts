import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { downloadWholeFolder } from '../../features/zip/zip-download.ts'
import { useApiScope } from '../../lib/api-scope.ts'
import { useStore } from '../../lib/store.ts'
import { sharedView } from '../../ui/view-settings.ts'
import { useSharedLink } from './shared-link.ts'
import { useGuestFolder } from './use-guest-folder.ts'

const TYPING_MS = 200
const NOTHING: ReadonlySet<string> = new Set()

/** A folder of a link, and what its guest can do in it. */
export function useSharedFolder() {
  const link = useSharedLink()
  const { more } = useApiScope()
  const folder = useGuestFolder({ id: link.itemId, name: link.name })
  const [words, setWords] = useState('')
  const [typed] = useDebouncedValue(words.trim(), TYPING_MS)
  const { listing, folderId } = folder
  return {
    ...folder,
    link,
    view: useStore(sharedView),
    words,
    setWords,
    /** What is searched for; none while the folder is shown. */
    query: words.trim() === '' ? '' : typed,
    downloadAll: () =>
      more &&
      void downloadWholeFolder(more, { folderId, except: NOTHING, count: listing.rows.total }),
  }
}

export type SharedFolder = ReturnType<typeof useSharedFolder>
