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
import { timeZone } from '../../lib/time-zone.ts'
import { setThemeMode, themeMode } from '../../ui/color-scheme.ts'
import { emojiType, setEmojiType } from '../../ui/emoji.tsx'
import { failurePopup } from '../../ui/popups/popups.ts'

type Settings = Request<typeof updateSettings>['body']

/** What is drawn where nobody knows of accounts. */
function follow({ relationships }: User): void {
  const chosen = relationships.settings.data?.attributes
  if (chosen && chosen.emoji_type !== emojiType()) setEmojiType(chosen.emoji_type)
  const zone = chosen?.timezone ?? ''
  // A browser may not know what another one does.
  if (zone !== timeZone.get()) timeZone.set(zone && isTimeZone(zone) ? zone : '')
  if (chosen && chosen.theme_mode !== themeMode()) setThemeMode(chosen.theme_mode)
  if (chosen?.language && !config().pseudoLocale) changeLocale(chosen.language).catch(failurePopup)
}

/** Spec §7, GET /api/user. */
export const userQuery = queryOptions({
  queryKey: USER,
  queryFn: async ({ signal }) => {
    const { data } = await api(getUser, {}, { signal })
    follow(data)
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
export function useUserOrNull(): User | null {
  const isGuest = useApiScope().guest !== null
  const { data } = useQuery({ ...userQuery, enabled: !isGuest })
  return isGuest ? null : (data ?? null)
}

/** Changes settings of the signed-in user; whoever asks for it says what failed. */
export function useChangeSettings() {
  const queries = useQueryClient()
  return async (body: Settings): Promise<void> => {
    const { data } = await api(updateSettings, { body })
    follow(data)
    queries.setQueryData(userQuery.queryKey, data)
  }
}

/** What was shown before it was saved is taken back when it can't be. */
export function useUpdateSettings() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: useChangeSettings(),
    // An answer from before would take the choice back for a moment.
    onMutate: () => queries.cancelQueries({ queryKey: userQuery.queryKey, exact: true }),
    onError(error) {
      failurePopup(error)
      const user = queries.getQueryData(userQuery.queryKey)
      if (user) follow(user)
    },
  })
}
