import type { Request } from '@coffer/contract'
import { getUser, type User, updateSettings } from '@coffer/contract/account'
import { getStorage } from '@coffer/contract/storage'
import { isTimeZone } from '@coffer/contract/time-zone'
import {
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { useApiScope } from '../../lib/api-scope.ts'
import { config } from '../../lib/config.ts'
import { USER } from '../../lib/favourites.ts'
import { changeLocale } from '../../lib/i18n.ts'
import { storeLanguage } from '../../lib/locale.ts'
import { timeZone } from '../../lib/time-zone.ts'
import { setThemeMode, themeMode } from '../../ui/color-scheme.ts'
import { emojiType, setEmojiType } from '../../ui/emoji.tsx'
import { failurePopup } from '../../ui/popups/popups.ts'

type Settings = Request<typeof updateSettings>['body']

/** Applies the settings that are stored outside of React. */
function applySettings({ relationships }: User): void {
  const chosen = relationships.settings.data?.attributes
  if (chosen && chosen.emoji_type !== emojiType()) setEmojiType(chosen.emoji_type)
  const zone = chosen?.timezone ?? ''
  // A browser may not know a time zone that another one offered.
  if (zone !== timeZone.get()) timeZone.set(zone && isTimeZone(zone) ? zone : '')
  if (chosen && chosen.theme_mode !== themeMode()) setThemeMode(chosen.theme_mode)
  if (chosen?.language && !config().pseudoLocale) {
    storeLanguage(chosen.language)
    changeLocale(chosen.language).catch(failurePopup)
  }
}

/** ACC-21: the signed-in user. */
export const userQuery = queryOptions({
  queryKey: USER,
  queryFn: async ({ signal }) => {
    const { data } = await api(getUser, {}, { signal })
    applySettings(data)
    return data
  },
  staleTime: 60_000,
})

/** Storage use by kind, refetched whenever the user is. */
export const storageQuery = queryOptions({
  queryKey: [...userQuery.queryKey, 'storage'],
  queryFn: async ({ signal }) => (await api(getStorage, {}, { signal })).data,
  staleTime: 60_000,
})

/** Returns the signed-in user. Only below routes whose guard has loaded the user. */
export const useUser = (): User => useSuspenseQuery(userQuery).data

/** Returns the signed-in user, or null on guest pages, even when the visitor is signed in. */
export function useUserOrNull(): User | null {
  const isGuest = useApiScope().guest !== null
  const { data } = useQuery({ ...userQuery, enabled: !isGuest })
  return isGuest ? null : (data ?? null)
}

/** Returns a function that changes settings; callers handle its errors. */
export function useChangeSettings() {
  const queries = useQueryClient()
  return async (body: Settings): Promise<void> => {
    const { data } = await api(updateSettings, { body })
    applySettings(data)
    queries.setQueryData(userQuery.queryKey, data)
  }
}

/** Changes settings that the screen shows already, and restores the old ones on failure. */
export function useUpdateSettings() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: useChangeSettings(),
    // An earlier response would restore the old setting for a moment.
    onMutate: () => queries.cancelQueries({ queryKey: userQuery.queryKey, exact: true }),
    onError(error) {
      failurePopup(error)
      const user = queries.getQueryData(userQuery.queryKey)
      if (user) applySettings(user)
    },
  })
}
