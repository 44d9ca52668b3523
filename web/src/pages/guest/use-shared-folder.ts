import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { downloadFolder } from '../../features/zip/zip-download.ts'
import { useApiScope } from '../../lib/api-scope.ts'
import { useStore } from '../../lib/store.ts'
import { sharedView } from '../../ui/view-settings.ts'
import { useSharedLink } from './shared-link.ts'
import { useGuestFolder } from './use-guest-folder.ts'

const TYPING_MS = 200
const NOTHING: ReadonlySet<string> = new Set()

/** The state of a folder of a share. */
export function useSharedFolder() {
  const link = useSharedLink()
  const { more } = useApiScope()
  const folder = useGuestFolder({ id: link.itemId, name: link.name })
  const [searchText, setSearchText] = useState('')
  const [debouncedText] = useDebouncedValue(searchText.trim(), TYPING_MS)
  const { listing, folderId, isSelecting, setChoosing } = folder
  /** The search query; empty while the folder is shown. */
  const query = searchText.trim() === '' ? '' : debouncedText
  return {
    ...folder,
    link,
    view: useStore(sharedView),
    searchText,
    setSearchText: (text: string) => {
      // A search hides the folder, and with it what is selected there.
      if (searchText.trim() === '' && text.trim() !== '') setChoosing(false)
      setSearchText(text)
    },
    query,
    /** Also after Back has restored a selection in the folder behind the results. */
    isSelecting: isSelecting && query === '',
    downloadAll: () =>
      more && void downloadFolder(more, { folderId, except: NOTHING, count: listing.rows.total }),
  }
}

export type SharedFolder = ReturnType<typeof useSharedFolder>
