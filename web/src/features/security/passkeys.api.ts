import { listPasskeys, type Passkey, removePasskey, renamePasskey } from '@coffer/contract/passkeys'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { api } from '../../lib/api.ts'
import { successToast } from '../../ui/toasts/toasts.ts'
import type { ReauthenticationInput } from './password-step.tsx'

export const passkeysQuery = queryOptions({
  queryKey: ['security', 'passkeys'],
  queryFn: async ({ signal }) => (await api(listPasskeys, {}, { signal })).data,
})

export function usePasskeyCalls() {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries(passkeysQuery)
  return {
    refresh,
    rename: async ({ id }: Passkey, name: string) => {
      await api(renamePasskey, { body: { id, name } })
      await refresh()
    },
    remove: async (
      { id, attributes: { name } }: Passkey,
      reauthentication: ReauthenticationInput,
    ) => {
      await api(removePasskey, { body: { id, ...reauthentication } })
      successToast(i18next.t('passkeys.removed', { name }))
      await refresh()
    },
  }
}
