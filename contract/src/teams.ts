import { z } from 'zod'
import { Avatar } from './avatar.ts'
import { Listing, ListQuery, NavigationFolder } from './browse.ts'
import { TREE_PAGE_SIZE } from './constants.ts'
import { Email } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { Emoji, Item, ItemName } from './items.ts'
import { collection, FolderRef, Id, PageSize, Paginate } from './resource.ts'
import { TEAM_PERMISSIONS } from './team-invitations.ts'

/** Earlier clients also spell it with a hyphen. */
export const TeamPermission = z.preprocess(
  value => (typeof value === 'string' ? value.replace('-', '_') : value),
  z.enum(TEAM_PERMISSIONS),
)
export type TeamPermission = z.output<typeof TeamPermission>

/** TEAM-13: a team member. */
export const TeamMember = z.object({
  id: Id,
  type: z.literal('member'),
  attributes: z.object({
    name: z.string(),
    email: z.string(),
    color: z.string(),
    avatar: Avatar,
    permission: z.enum(['owner', ...TEAM_PERMISSIONS]),
  }),
})
export type TeamMember = z.infer<typeof TeamMember>

/** A pending invitation. */
const TeamInvitation = z.object({
  id: Id,
  type: z.literal('invitation'),
  attributes: z.object({
    email: z.string(),
    permission: z.enum(TEAM_PERMISSIONS),
    created_at: z.iso.datetime(),
  }),
})

/** A team folder with its members; invitations are only visible to the owner. */
export const TeamFolder = Item.extend({
  relationships: Item.shape.relationships.extend({
    /** The owner comes first. */
    members: z.object({ data: z.array(TeamMember) }),
    invitations: z.object({ data: z.array(TeamInvitation) }),
  }),
  meta: Item.shape.meta.extend({ permission: z.enum(['owner', ...TEAM_PERMISSIONS]) }),
})
export type TeamFolder = z.infer<typeof TeamFolder>

const reply = z.object({ data: TeamFolder })

/** Like other folder lists, with the team folder that the folder is or lies in; null at the top. */
export const TeamListing = collection(
  Item,
  Listing.shape.meta.extend({ teamFolder: reply.nullable() }),
)
export type TeamListing = z.infer<typeof TeamListing>

/** Further members are invited with another call. */
const MAX_INVITATIONS = 100
/** An update lists all members and open invitations; both lists fit into a request body of 1 MiB. */
const MAX_MEMBERS = 10_000
const MAX_PENDING = 1_000

const Invitations = z.array(z.object({ email: Email, permission: TeamPermission }))
const NewInvitations = Invitations.max(MAX_INVITATIONS)

export const browseTeamFolders = endpoint({
  method: 'GET',
  path: '/api/teams/folders/:id',
  access: 'user',
  summary: "Lists the caller's own team folders or the contents of one.",
  params: z.object({ id: FolderRef }),
  query: ListQuery,
  response: TeamListing,
})

export const browseSharedWithMe = endpoint({
  method: 'GET',
  path: '/api/teams/shared-with-me/:id',
  access: 'user',
  summary: 'Lists the team folders shared with the caller or the contents of one.',
  params: z.object({ id: FolderRef }),
  query: ListQuery,
  response: TeamListing,
})

export const browseTeamTree = endpoint({
  method: 'GET',
  path: '/api/teams/folders/:id/tree',
  access: 'user',
  summary:
    'Returns a page of the first two folder levels of the team folder that a folder lies in.',
  params: z.object({ id: Id }),
  query: ListQuery.extend({
    per_page: PageSize.default(TREE_PAGE_SIZE),
    sort: ListQuery.shape.sort.unwrap().default('name'),
    direction: ListQuery.shape.direction.unwrap().default('ASC'),
  }),
  response: z.object({
    data: z.array(
      z.object({
        id: Id,
        name: z.string(),
        folders: z.array(NavigationFolder),
        paginate: Paginate,
      }),
    ),
  }),
})

export const createTeamFolder = endpoint({
  method: 'POST',
  path: '/api/teams/folders',
  access: 'user',
  summary: 'Creates a team folder at the root and invites members.',
  body: z.object({
    name: ItemName,
    emoji: Emoji.nullable().default(null),
    invitations: NewInvitations,
  }),
  response: reply,
  status: 201,
})

export const convertToTeamFolder = endpoint({
  method: 'POST',
  path: '/api/teams/folders/:id/convert',
  access: 'user',
  summary: 'Converts a folder to a team folder; it moves to the root.',
  params: z.object({ id: Id }),
  body: z.object({ invitations: NewInvitations }),
  response: reply,
  status: 201,
})

/**
 * Omitted lists stay as they are. An invited email that has joined in the meantime
 * is kept as a member, so that a stale page does not remove it.
 */
export const updateTeamFolder = endpoint({
  method: 'PUT',
  path: '/api/teams/folders/:id',
  access: 'user',
  summary:
    'Sets the members of a team folder: members and invitations that are not listed are removed, new emails are invited.',
  params: z.object({ id: Id }),
  body: z
    .object({
      members: z
        .array(z.object({ id: Id, permission: TeamPermission }))
        .max(MAX_MEMBERS)
        .optional(),
      invitations: Invitations.max(MAX_PENDING).optional(),
    })
    .refine(({ members, invitations }) => members !== undefined || invitations !== undefined, {
      error: 'validation.required',
      path: ['members'],
    }),
  response: reply,
})

export const patchTeamFolder = endpoint({ ...updateTeamFolder, method: 'PATCH' })

export const dissolveTeamFolder = endpoint({
  method: 'DELETE',
  path: '/api/teams/folders/:id',
  access: 'user',
  summary:
    'Converts a team folder to an ordinary folder: the owner keeps it, all members lose access.',
  params: z.object({ id: Id }),
  status: 204,
})

export const leaveTeamFolder = endpoint({
  method: 'DELETE',
  path: '/api/teams/folders/:id/leave',
  access: 'user',
  summary: 'Leaves a team folder of another user; items the caller added stay in it.',
  params: z.object({ id: Id }),
  status: 204,
})
