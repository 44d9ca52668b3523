import {
  type LinkedAccount,
  listLinkedAccounts,
  unlinkAccount,
} from '@coffer/contract/linked-accounts'
import { PROVIDER_NAMES } from '@coffer/contract/social'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { api } from '../../lib/api.ts'
import { successToast } from '../../ui/toasts/toasts.ts'
import type { ReauthenticationInput } from './password-step.tsx'

export const linkedAccountsQuery = queryOptions({
  queryKey: ['security', 'linked-accounts'],
  queryFn: async ({ signal }) => (await api(listLinkedAccounts, {}, { signal })).data,
})

export function useUnlink() {
  const queries = useQueryClient()
  return async (
    { id, attributes }: LinkedAccount,
    reauthentication: ReauthenticationInput,
  ): Promise<void> => {
    await api(unlinkAccount, { body: { id, ...reauthentication } })
    const provider = PROVIDER_NAMES[attributes.provider]
    successToast(i18next.t('linked.removed', { provider }))
    await queries.invalidateQueries(linkedAccountsQuery)
  }
}
