import type { GuestUploadRequest } from '@coffer/contract/guest-upload-requests'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { deleteSentItems } from '../../features/upload-requests/delete-sent.ts'
import { LINK } from '../../lib/closed-link.ts'
import { withFailurePopup } from '../../ui/popups/popups.ts'
import { useGuestFolder } from './use-guest-folder.ts'

/** The state of a guest's folder of an upload request. */
export function useRequestFolder(request: GuestUploadRequest, top: { id: string; name: string }) {
  const folder = useGuestFolder(top)
  const queries = useQueryClient()
  const { name: receiver } = request.relationships.user.data.attributes
  /** Refetches the link, which has the checklist and the remaining quota. */
  const refetchLink = useCallback(
    () => void queries.invalidateQueries({ queryKey: LINK }),
    [queries],
  )
  return {
    ...folder,
    view: 'list' as const,
    refetchLink,
    /** Guests have no trash, so items are deleted permanently. */
    trash: withFailurePopup(async () => {
      const items = await folder.loadSelection('remove')
      if (items.length === 0 || !(await deleteSentItems(folder.cache, items, receiver))) return
      folder.setChoosing(false)
      refetchLink()
    }),
  }
}

export type GuestRequestFolder = ReturnType<typeof useRequestFolder>
