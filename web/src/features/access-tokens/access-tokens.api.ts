import {
  type AccessToken,
  createAccessToken,
  listAccessTokens,
  revokeAccessToken,
} from '@coffer/contract/access-tokens'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { api } from '../../lib/api.ts'
import { confirmPopup, failurePopup } from '../../ui/popups/popups.ts'
import { successToast } from '../../ui/toasts/toasts.ts'

export const accessTokensQuery = queryOptions({
  queryKey: ['access-tokens'],
  queryFn: async ({ signal }) => (await api(listAccessTokens, {}, { signal })).data,
})

type NewToken = Parameters<typeof api<typeof createAccessToken>>[1]['body']

export function useAccessTokenCalls() {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries(accessTokensQuery)
  return {
    /** Creates a token. @returns the token itself, which the server never shows again */
    create: async (body: NewToken): Promise<string> => {
      const { token } = await api(createAccessToken, { body })
      await refresh()
      return token
    },
    /** Revokes a token after confirmation. */
    revoke: async ({ id, attributes: { name } }: AccessToken) => {
      const agreed = await confirmPopup({
        title: i18next.t('access_tokens.revoke_title', { name }),
        message: i18next.t('access_tokens.revoke_text'),
        confirm: i18next.t('access_tokens.revoke'),
        danger: true,
      })
      if (!agreed) return
      try {
        await api(revokeAccessToken, { params: { id } })
        successToast(i18next.t('access_tokens.revoked', { name }))
      } catch (error) {
        failurePopup(error)
      }
      await refresh()
    },
  }
}
