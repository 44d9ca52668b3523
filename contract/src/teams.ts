import { z } from 'zod'
import { Avatar } from './avatar.ts'
import { Listing, ListQuery, NavigationFolder } from './browse.ts'
import { TREE_PAGE_SIZE } from './constants.ts'
import { Email } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { Emoji, Item, ItemName } from './items.ts'
import { collection, FolderRef, Id, PageSize, Paginate } from './resource.ts'
import { TEAM_PERMISSIONS } from './team-invitations.ts'

/** Also spelled with a hyphen by earlier clients. */
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

/** Somebody who has not answered yet. */
const TeamInvitation = z.object({
  id: Id,
  type: z.literal('invitation'),
  attributes: z.object({
    email: z.string(),
    permission: z.enum(TEAM_PERMISSIONS),
    created_at: z.iso.datetime(),
  }),
})

/** A team folder itself with the people in it; who was invited is told to its owner only. */
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

/** As other lists of a folder, with the team folder that it is or lies in; null at the top. */
export const TeamListing = collection(
  Item,
  Listing.shape.meta.extend({ teamFolder: reply.nullable() }),
)
export type TeamListing = z.infer<typeof TeamListing>

/** More are invited with another call. */
const MOST_INVITATIONS = 100
/** A member's own rights take up no more room than an invitation's. */
const MOST_MEMBERS = 1000

const Invitations = z
  .array(z.object({ email: Email, permission: TeamPermission }))
  .max(MOST_INVITATIONS)

export const browseTeamFolders = endpoint({
  method: 'GET',
  path: '/api/teams/folders/:id',
  access: 'user',
  summary: "The caller's own team folders, or what lies in one.",
  params: z.object({ id: FolderRef }),
  query: ListQuery,
  response: TeamListing,
})

export const browseSharedWithMe = endpoint({
  method: 'GET',
  path: '/api/teams/shared-with-me/:id',
  access: 'user',
  summary: 'The team folders that others let the caller into, or what lies in one.',
  params: z.object({ id: FolderRef }),
  query: ListQuery,
  response: TeamListing,
})

export const browseTeamTree = endpoint({
  method: 'GET',
  path: '/api/teams/folders/:id/tree',
  access: 'user',
  summary: 'A page of the first two levels of folders of the team folder that a folder lies in.',
  params: z.object({ id: Id }),
  query: ListQuery.extend({
    per_page: PageSize.default(TREE_PAGE_SIZE),
    sort: ListQuery.shape.sort.unwrap().default('name'),
    direction: ListQuery.shape.direction.unwrap().default('ASC'),
  }),
  response: z.object({
    data: z.array(
      z.object({
        ...{ id: Id, name: z.string() },
        ...{ folders: z.array(NavigationFolder), paginate: Paginate },
      }),
    ),
  }),
})

export const createTeamFolder = endpoint({
  method: 'POST',
  path: '/api/teams/folders',
  access: 'user',
  summary: 'Makes a team folder at the top, and invites people to it.',
  body: z.object({
    name: ItemName,
    emoji: Emoji.nullable().default(null),
    invitations: Invitations,
  }),
  response: reply,
  status: 201,
})

export const convertToTeamFolder = endpoint({
  method: 'POST',
  path: '/api/teams/folders/:id/convert',
  access: 'user',
  summary: 'Makes a folder a team folder with all that is in it; it moves to the top.',
  params: z.object({ id: Id }),
  body: z.object({ invitations: Invitations }),
  response: reply,
  status: 201,
})

/**
 * Lists that are left out stay as they are. An address among the invitations that has joined
 * meanwhile is kept as a member: a page that was open before does not throw it out.
 */
export const updateTeamFolder = endpoint({
  method: 'PUT',
  path: '/api/teams/folders/:id',
  access: 'user',
  summary:
    'Says who is to be in a team folder: members and invitations that are not named are removed, new addresses are invited.',
  params: z.object({ id: Id }),
  body: z
    .object({
      members: z
        .array(z.object({ id: Id, permission: TeamPermission }))
        .max(MOST_MEMBERS)
        .optional(),
      invitations: Invitations.optional(),
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
  summary: 'Makes a team folder an ordinary one: it stays its owner’s, and everybody else is out.',
  params: z.object({ id: Id }),
  status: 204,
})

export const leaveTeamFolder = endpoint({
  method: 'DELETE',
  path: '/api/teams/folders/:id/leave',
  access: 'user',
  summary: 'Leaves a team folder of somebody else; what the caller brought stays in it.',
  params: z.object({ id: Id }),
  status: 204,
})
