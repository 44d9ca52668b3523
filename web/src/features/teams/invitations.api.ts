import type { Item } from '@coffer/contract/items'
import {
  acceptInvitation,
  declineInvitation,
  getInvitation,
} from '@coffer/contract/team-invitations'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export const invitationQuery = (id: string) =>
  queryOptions({
    queryKey: ['invitation', id],
    queryFn: async ({ signal }) => (await api(getInvitation, { params: { id } }, { signal })).data,
  })

/** Accepts an invitation. @returns the team folder */
export const accept = async (id: string, token: string | undefined): Promise<Item> =>
  (await api(acceptInvitation, { params: { id }, body: { token } })).data

export const decline = async (id: string, token: string | undefined): Promise<null> => {
  await api(declineInvitation, { params: { id }, body: { token } })
  return null
}
