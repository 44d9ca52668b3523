import {
  browseTeamFolders,
  convertToTeamFolder,
  createTeamFolder,
  dissolveTeamFolder,
  leaveTeamFolder,
  type TeamFolder,
  type TeamPermission,
  updateTeamFolder,
} from '@coffer/contract/teams'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/**
 * The team folder. This endpoint also answers for the user's own team folders, with their members.
 */
export const teamQuery = (id: string) =>
  queryOptions({
    queryKey: ['teams', id],
    queryFn: async ({ signal }): Promise<TeamFolder | null> => {
      const { meta } = await api(browseTeamFolders, { params: { id }, query: {} }, { signal })
      return meta.teamFolder?.data ?? null
    },
  })

export interface Invited {
  email: string
  permission: TeamPermission
}

export const createTeam = async (body: {
  name: string
  emoji: string | null
  invitations: Invited[]
}): Promise<TeamFolder> => (await api(createTeamFolder, { body })).data

export const convertToTeam = async (id: string, invitations: Invited[]): Promise<TeamFolder> =>
  (await api(convertToTeamFolder, { params: { id }, body: { invitations } })).data

export const changeTeam = async (
  id: string,
  body: { members: { id: string; permission: TeamPermission }[]; invitations: Invited[] },
): Promise<TeamFolder> => (await api(updateTeamFolder, { params: { id }, body })).data

export const dissolveTeam = async (id: string): Promise<void> => {
  await api(dissolveTeamFolder, { params: { id } })
}

export const leaveTeam = async (id: string): Promise<void> => {
  await api(leaveTeamFolder, { params: { id } })
}
