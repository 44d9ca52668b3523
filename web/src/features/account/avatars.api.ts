import type { User } from '@coffer/contract/account'
import { putAvatar, removeAvatar } from '@coffer/contract/avatars'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { userQuery } from './account.api.ts'

/** Changes the avatar of the signed-in user. */
export function useAvatar() {
  const queries = useQueryClient()
  const onSuccess = async (user: User) => {
    queries.setQueryData(userQuery.queryKey, user)
    // Other lists show the user too, with the old URL of the avatar.
    await queries.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] !== userQuery.queryKey[0],
      refetchType: 'none',
    })
  }
  const put = useMutation({
    mutationFn: async (avatar: Blob) => (await api(putAvatar, { body: { avatar } })).data,
    onSuccess,
  })
  const remove = useMutation({
    mutationFn: async () => (await api(removeAvatar, {})).data,
    onSuccess,
  })
  return { put, remove }
}
