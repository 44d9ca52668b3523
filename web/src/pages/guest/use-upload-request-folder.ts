import type { GuestUploadRequest } from '@coffer/contract/guest-upload-requests'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { deleteSentItems } from '../../features/upload-requests/delete-sent.ts'
import { LINK } from '../../lib/closed-link.ts'
import { useGuestFolder } from './use-guest-folder.ts'

/** What a guest has brought for a request, and what he can do with it. */
export function useRequestFolder(asked: GuestUploadRequest, top: { id: string; name: string }) {
  const folder = useGuestFolder(top)
  const queries = useQueryClient()
  const { name: receiver } = asked.relationships.user.data.attributes
  /** The link tells what is missing, and how much may still come. */
  const askAgain = useCallback(() => void queries.invalidateQueries({ queryKey: LINK }), [queries])
  return {
    ...folder,
    view: 'list' as const,
    askAgain,
    /** Nobody else's trash is a guest's. */
    trash: async () => {
      const items = await folder.chosen('remove')
      if (items.length === 0 || !(await deleteSentItems(folder.cache, items, receiver))) return
      folder.setChoosing(false)
      askAgain()
    },
  }
}

export type GuestRequestFolder = ReturnType<typeof useRequestFolder>
