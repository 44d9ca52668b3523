import { getUser, type ThemeMode, type User, updateSettings } from '@coffer/contract/account'
import type { Locale } from '@coffer/contract/constants'
import { getStorage } from '@coffer/contract/storage'
import {
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { useDoor } from '../../lib/door.ts'
import { emojiType } from '../../ui/emoji.tsx'
import { failurePopup } from '../../ui/popups/popups.ts'

type EmojiType = ReturnType<typeof emojiType.get>
type Setting = { theme_mode: ThemeMode } | { language: Locale } | { emoji_type: EmojiType }

/** Spec §7, GET /api/user. */
export const userQuery = queryOptions({
  queryKey: ['account', 'user'],
  queryFn: async ({ signal }) => {
    const { data } = await api(getUser, {}, { signal })
    // Folders are drawn where nobody knows of accounts.
    const chosen = data.relationships.settings.data?.attributes.emoji_type
    if (chosen && chosen !== emojiType.get()) emojiType.set(chosen)
    return data
  },
  staleTime: 60_000,
})

/** How much room each kind takes; asked for anew whenever the user is. */
export const storageQuery = queryOptions({
  queryKey: [...userQuery.queryKey, 'storage'],
  queryFn: async ({ signal }) => (await api(getStorage, {}, { signal })).data,
  staleTime: 60_000,
})

/** The signed-in user. Only below routes whose guard has made sure of one. */
export const useUser = (): User => useSuspenseQuery(userQuery).data

/** The signed-in user; null to a guest of a link, whoever he may be besides. */
export function useInsider(): User | null {
  const isGuest = useDoor().guest !== null
  const { data } = useQuery({ ...userQuery, enabled: !isGuest })
  return isGuest ? null : (data ?? null)
}

/** Changes one setting of the signed-in user. */
export function useUpdateSettings() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: Setting) => (await api(updateSettings, { body })).data,
    onSuccess: user => queries.setQueryData(userQuery.queryKey, user),
    onError: failurePopup,
  })
}
