import { items, notifications, teamInvitations, teams } from '@coffer/contract'
import type { Notification } from '@coffer/contract/notification'
import type { TestClient } from './test-client.ts'

export type Permission = 'can_edit' | 'can_view'

export const emailOf = async (client: TestClient): Promise<string> =>
  (await client.send('GET', '/api/user')).body.data.attributes.email

/** The invitations in a user's notifications, latest first. */
export async function invitationsOf(client: TestClient): Promise<string[]> {
  const { data } = (await client.call(notifications.listNotifications, {})).body
  return data.flatMap(({ attributes: { action } }: Notification) =>
    action?.type === 'invitation' ? (action.params.id ?? []) : [],
  )
}

export const makeTeam = async (
  owner: TestClient,
  name: string,
  invitations: { email: string; permission: Permission }[] = [],
) => (await owner.call(teams.createTeamFolder, { body: { name, invitations } })).body.data

export const accept = (client: TestClient, id = '') =>
  client.call(teamInvitations.acceptInvitation, { params: { id }, body: {} })

/** Lists a joined team folder. */
export const openFolder = (client: TestClient, id: string) =>
  client.send('GET', `/api/teams/shared-with-me/${id}`)

export const makeFolder = async (
  client: TestClient,
  name: string,
  parent_id: string | null = null,
) => (await client.call(items.createFolder, { body: { name, parent_id } })).body.data

export interface People {
  data: { attributes: { email: string; permission: string } }[]
}
export const emailsIn = ({ data }: People): string[] => data.map(member => member.attributes.email)

/** A team folder with members who have accepted. */
export async function makeTeamWith(
  owner: TestClient,
  name: string,
  people: readonly (readonly [TestClient, Permission])[],
) {
  const invitations = []
  for (const [client, permission] of people)
    invitations.push({ email: await emailOf(client), permission })
  const team = await makeTeam(owner, name, invitations)
  for (const [client] of people) {
    const [id = ''] = await invitationsOf(client)
    await accept(client, id)
  }
  return team
}
