import {
  disableTwoFactor,
  endSessions,
  getUserStorage,
  listUserPasskeys,
  listUserTokens,
  removeUserPasskey,
  revokeUserToken,
  sendPasswordReset,
} from '@coffer/contract/admin-user-access'
import type { AdminUserDetail } from '@coffer/contract/admin-users'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { api } from '../../lib/api.ts'
import { confirmPopup, failurePopup } from '../../ui/popups/popups.ts'
import { successToast } from '../../ui/toasts/toasts.ts'
import { showSentLink } from './password-link.ts'
import { refetchUsers } from './user-calls.ts'
import { USERS } from './users.api.ts'

export const userStorageQuery = (id: string) =>
  queryOptions({
    queryKey: [USERS, 'storage', id],
    queryFn: ({ signal }) => api(getUserStorage, { params: { id } }, { signal }),
  })

export const userTokensQuery = (id: string) =>
  queryOptions({
    queryKey: [USERS, 'tokens', id],
    queryFn: async ({ signal }) => (await api(listUserTokens, { params: { id } }, { signal })).data,
  })

export const userPasskeysQuery = (id: string) =>
  queryOptions({
    queryKey: [USERS, 'passkeys', id],
    queryFn: async ({ signal }) =>
      (await api(listUserPasskeys, { params: { id } }, { signal })).data,
  })

interface Confirmation<Reply> {
  title: string
  message: string
  confirm: string
  /** The message of success, or what shows it. */
  done: string | ((reply: Reply) => void)
}

/** Calls that revoke access to an account, each after confirmation. */
export function useAccessCalls({ id, attributes: { name, email } }: AdminUserDetail) {
  const { t } = i18next
  const queries = useQueryClient()
  const params = { id }
  const ask = async <Reply>(
    { done, ...texts }: Confirmation<Reply>,
    call: () => Promise<Reply>,
    danger = true,
  ) => {
    if (!(await confirmPopup({ ...texts, danger }))) return
    try {
      const reply = await call()
      if (typeof done === 'string') successToast(done)
      else done(reply)
    } catch (error) {
      failurePopup(error)
    }
    await refetchUsers(queries)
  }
  return {
    sendReset: () =>
      ask(
        {
          title: t('admin_users.reset_title', { name }),
          message: t('admin_users.reset_text', { email }),
          confirm: t('admin_users.reset'),
          done: ({ meta }) =>
            showSentLink(meta.link, email, t('admin_users.reset_done', { email })),
        },
        () => api(sendPasswordReset, { params }),
        false,
      ),
    endSessions: () =>
      ask(
        {
          title: t('admin_users.end_sessions_title', { name }),
          message: t('admin_users.end_sessions_text'),
          confirm: t('admin_users.end_sessions'),
          done: t('admin_users.end_sessions_done'),
        },
        () => api(endSessions, { params }),
      ),
    disableTwoFactor: () =>
      ask(
        {
          title: t('admin_users.two_factor_title', { name }),
          message: t('admin_users.two_factor_text', { name }),
          confirm: t('admin_users.two_factor_off'),
          done: t('admin_users.two_factor_done'),
        },
        () => api(disableTwoFactor, { params }),
      ),
    revokeToken: (token_id: string, token: string) =>
      ask(
        {
          title: t('access_tokens.revoke_title', { name: token }),
          message: t('access_tokens.revoke_text'),
          confirm: t('access_tokens.revoke'),
          done: t('access_tokens.revoked', { name: token }),
        },
        () => api(revokeUserToken, { params: { id, token_id } }),
      ),
    removePasskey: (passkey_id: string, passkey: string) =>
      ask(
        {
          title: t('admin_users.passkey_title', { name: passkey }),
          message: t('admin_users.passkey_text'),
          confirm: t('admin_users.passkey_remove'),
          done: t('admin_users.passkey_done', { name: passkey }),
        },
        () => api(removeUserPasskey, { params: { id, passkey_id } }),
      ),
  }
}
