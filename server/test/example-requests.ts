import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@coffer/contract'
import { type ExampleRequest, nameOf } from './endpoints.ts'
import { ACCOUNT_EXAMPLES, NEW_TOKEN, PASSWORD } from './example-accounts.ts'
import { NO_BILLING } from './example-billing.ts'
import { GUEST_EXAMPLES, seedLinks, seedRequest } from './example-guests.ts'
import { INVOICE_EXAMPLES } from './example-invoices.ts'
import { PAGE_EXAMPLES } from './example-pages.ts'
import { makePlans, NO_PLANS, PLAN_EXAMPLES } from './example-plans.ts'
import { SUBSCRIPTION_EXAMPLES } from './example-subscriptions.ts'
import { USER_EXAMPLES } from './example-users.ts'
import type { OwnedData } from './owned-data.ts'
import type { TestClient } from './test-client.ts'

/** A picture of one pixel. */
const DOT = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)

const newUser = () => ({
  name: 'New',
  email: `${randomUUID()}@example.test`,
  password: PASSWORD,
})
const fields = [{ name: 'Reference', type: 'text', required: true }]
const refs = (id: string) => ({ items: [{ id, type: 'folder' }] })

/** A valid request for each endpoint. */
const EXAMPLES: Record<string, (own: OwnedData) => ExampleRequest> = {
  ...GUEST_EXAMPLES,
  ...ACCOUNT_EXAMPLES,
  ...PAGE_EXAMPLES,
  ...PLAN_EXAMPLES,
  ...USER_EXAMPLES,
  ...INVOICE_EXAMPLES,
  ...SUBSCRIPTION_EXAMPLES,
  'GET /api/user': () => ({}),
  'PATCH /api/user/settings': () => ({ body: { theme_mode: 'dark' } }),
  'POST /api/user/settings': () => ({ body: { theme_mode: 'dark' } }),
  // The tests send a text as file, which is not a picture.
  'POST /api/user/avatar': () => ({}),
  'DELETE /api/user/avatar': () => ({}),
  'POST /api/admin/settings/logos/:name': () => ({ params: { name: 'app_logo' } }),
  'DELETE /api/admin/settings/logos/:name': () => ({ params: { name: 'app_logo' } }),
  'GET /system/:key': () => ({ params: { key: randomUUID() } }),
  'GET /avatar/:key/:size': () => ({ params: { key: randomUUID(), size: 'sm' } }),
  'POST /api/auth/sign-in/email': ({ email }) => ({ body: { email, password: PASSWORD } }),
  'POST /api/auth/sign-up/email': () => ({ body: newUser() }),
  'POST /api/auth/change-password': () => ({
    body: { currentPassword: PASSWORD, newPassword: 'battery staple' },
  }),
  'GET /api/auth/list-sessions': () => ({}),
  'POST /api/auth/revoke-session': ({ session }) => ({ body: { id: session, password: PASSWORD } }),
  'GET /api/socialite/:provider/redirect': () => ({ params: { provider: 'google' } }),
  'GET /api/auth/callback/:provider': () => ({ params: { provider: 'google' } }),
  'POST /api/auth/send-verification-email': ({ email }) => ({ body: { email } }),
  'POST /api/auth/verify-email': () => ({ body: { token: 'not.one' } }),
  'POST /api/auth/request-password-reset': ({ email }) => ({ body: { email } }),
  'POST /api/auth/reset-password': () => ({
    body: { token: 'not.one', newPassword: 'battery staple' },
  }),
  'POST /api/auth/two-factor/enable': () => ({ body: { password: PASSWORD } }),
  'POST /api/auth/two-factor/verify-totp': () => ({ body: { code: '123456' } }),
  'POST /api/auth/two-factor/verify-backup-code': () => ({ body: { code: 'abcde-fghjk' } }),
  'POST /api/auth/two-factor/generate-backup-codes': () => ({ body: { password: PASSWORD } }),
  'GET /api/auth/two-factor/count-backup-codes': () => ({}),
  'GET /api/auth/list-accounts': () => ({}),
  'POST /api/auth/unlink-account': ({ session }) => ({
    body: { id: session, password: PASSWORD },
  }),
  'POST /api/auth/two-factor/disable': () => ({ body: { password: PASSWORD } }),
  'GET /api/auth/passkey/list-user-passkeys': () => ({}),
  'POST /api/auth/passkey/generate-register-options': () => ({ body: { password: PASSWORD } }),
  'POST /api/auth/passkey/verify-registration': () => ({ body: { response: {} } }),
  'POST /api/auth/passkey/update-passkey': ({ session }) => ({ body: { id: session, name: 'x' } }),
  'POST /api/auth/passkey/delete-passkey': ({ session }) => ({
    body: { id: session, password: PASSWORD },
  }),
  'POST /api/auth/passkey/generate-authenticate-options': () => ({}),
  'POST /api/auth/passkey/verify-authentication': () => ({ body: { response: {} } }),
  'POST /api/auth/revoke-other-sessions': () => ({ body: { password: PASSWORD } }),
  'POST /api/logout': () => ({}),
  'GET /api/browse/folders/:id': ({ folder }) => ({ params: { id: folder } }),
  'GET /api/browse/all-folders/:id': ({ folder }) => ({ params: { id: folder } }),
  'GET /api/browse/latest': () => ({}),
  'GET /api/browse/share': () => ({}),
  'GET /api/users': () => ({}),
  'GET /api/admin/dashboard': () => ({}),
  'GET /api/admin/dashboard/newbies': () => ({}),
  'GET /api/admin/status': () => ({}),
  'GET /api/admin/jobs': () => ({}),
  'POST /api/admin/jobs/retry': () => ({ body: { selection: { ids: [randomUUID()] } } }),
  'POST /api/admin/jobs/discard': () => ({ body: { selection: { ids: [randomUUID()] } } }),
  'GET /api/user/storage': () => ({}),
  'GET /api/user/storage/largest': () => ({}),
  'DELETE /api/user/storage/versions': () => ({}),
  'POST /api/create-folder-custom': () => ({
    body: { member_number: '7', identification: 'X1', first_name: 'Eva', last_name: 'Sol' },
  }),
  'GET /api/customers': () => ({}),
  'GET /api/items/:id/ancestors': ({ folder }) => ({ params: { id: folder } }),
  'GET /api/filter': () => ({}),
  'GET /api/reports/items': () => ({}),
  'GET /api/admin/trashed': () => ({}),
  'GET /api/admin/audit': () => ({}),
  'GET /api/admin/audit/export': () => ({}),
  'GET /api/user/activity': () => ({}),
  'GET /api/browse/navigation': () => ({}),
  'GET /api/browse/navigation/:id': ({ folder }) => ({ params: { id: folder } }),
  'GET /api/browse/trash/:id': () => ({ params: { id: 'all' } }),
  'GET /api/notifications': () => ({}),
  'GET /api/notifications/unread': () => ({}),
  'POST /api/notifications/read': () => ({}),
  'DELETE /api/notifications': () => ({}),
  'DELETE /api/notifications/:id': ({ folder }) => ({ params: { id: folder } }),
  'POST /api/favourites': ({ folder }) => ({ body: { ids: [folder] } }),
  'DELETE /api/favourites': ({ folder }) => ({ body: { ids: [folder] } }),
  'DELETE /api/favourites/:id': ({ folder }) => ({ params: { id: folder } }),
  'GET /api/search': ({ folder }) => ({ query: { query: 'own', in: folder } }),
  'GET /api/search/people': () => ({ query: { query: 'person' } }),
  'GET /api/items/:id/place': ({ file }) => ({ params: { id: file } }),
  'GET /api/config': () => ({}),
  'GET /api/ping': () => ({}),
  'POST /api/contact': () => ({ body: { email: 'guest@example.test', message: 'Hello' } }),
  'GET /api/health': () => ({}),
  'GET /api/ready': () => ({}),
  'GET /api/uploads': () => ({}),
  'GET /api/upload/remote': () => ({}),
  'DELETE /api/upload/remote': () => ({}),
  'POST /api/upload/remote/retry': () => ({}),
  'POST /api/upload/remote': ({ folder }) => ({
    body: { urls: ['https://files.example.test/new.txt'], parent_id: folder },
  }),
  'GET /translations/:locale': () => ({ params: { locale: 'en' } }),
  'GET /file/:id': ({ file }) => ({ params: { id: file } }),
  'GET /api/zip': ({ folder }) => ({ query: { items: `${folder}|folder` } }),
  'POST /api/zip': ({ folder }) => ({ body: { items: `${folder}|folder` } }),
  'POST /api/zip/selections': ({ folder }) => ({ body: refs(folder) }),
  'GET /thumbnail/:id/:size': ({ picture }) => ({ params: { id: picture, size: 'sm' } }),
  'GET /api/items/:id': ({ folder }) => ({ params: { id: folder } }),
  'GET /api/upload/:upload_id': ({ upload }) => ({ params: { upload_id: upload } }),
  'DELETE /api/upload/:upload_id': ({ upload }) => ({ params: { upload_id: upload } }),
  'POST /api/create-folder': ({ folder }) => ({ body: { name: 'New', parent_id: folder } }),
  'PATCH /api/rename/:id': ({ folder }) => ({
    params: { id: folder },
    body: { name: 'Renamed', type: 'folder' },
  }),
  'POST /api/move': ({ folder, outer }) => ({ body: { to_id: outer, ...refs(folder) } }),
  'POST /api/copy': ({ folder }) => ({ body: { to_id: null, ...refs(folder) } }),
  'POST /api/conflicts': ({ folder }) => ({ body: { to_id: null, ...refs(folder) } }),
  'GET /api/items/:id/versions': ({ file }) => ({ params: { id: file } }),
  'POST /api/items/:id/versions/:version/restore': ({ file, version }) => ({
    params: { id: file, version },
  }),
  'DELETE /api/items/:id/versions/:version': ({ file, version }) => ({
    params: { id: file, version },
  }),
  'POST /api/remove': ({ folder }) => ({ body: refs(folder) }),
  'POST /api/trash/conflicts': ({ folder }) => ({ body: refs(folder) }),
  'POST /api/trash/restore': ({ folder }) => ({ body: refs(folder) }),
  'DELETE /api/trash/dump': () => ({}),
  'GET /api/trash/emptying': () => ({}),
  'POST /api/upload': ({ folder }) => ({
    body: {
      filename: 'new.txt',
      is_last: false,
      offset: 0,
      size: 99,
      parent_id: folder,
      upload_id: randomUUID(),
    },
  }),
  'POST /api/upload/preflight': ({ folder }) => ({
    body: { parent_id: folder, entries: [{ filename: 'new.txt', size: 7 }] },
  }),
  'POST /api/upload/batch': ({ folder }) => ({
    body: {
      parent_id: folder,
      manifest: JSON.stringify([{ filename: 'new.txt', size: 7, upload_id: randomUUID() }]),
    },
  }),
  'POST /api/admin/test-websockets': () => ({}),
  'GET /api/documents': () => ({}),
  'GET /api/admin/settings': () => ({}),
  'PATCH /api/admin/settings': () => ({ body: { values: { trash_days: 14 } } }),
  'POST /api/admin/settings/email/test': () => ({ body: {} }),
  'POST /api/admin/settings/storage/test': () => ({ body: {} }),
  'POST /api/admin/settings/recaptcha/test': () => ({ body: { token: 'a token' } }),
  'POST /api/admin/settings/openid/test': () => ({}),
  'POST /api/admin/settings/social/test': () => ({ body: { provider: 'google' } }),
  'POST /api/admin/trashed/restore': ({ folder }) => ({ body: refs(folder) }),
  'POST /api/admin/trashed/delete': ({ folder }) => ({ body: refs(folder) }),
  'DELETE /api/admin/trashed/users/:id': ({ folder }) => ({ params: { id: folder } }),
  'GET /api/admin/documents/export': () => ({}),
  'POST /api/admin/documents/import': () => ({}),
  'POST /api/admin/documents/:id/merge': ({ documentType, spareType }) => ({
    params: { id: spareType },
    body: { into: documentType },
  }),
  'GET /api/admin/documents': () => ({}),
  'POST /api/admin/documents': () => ({ body: { name: randomUUID(), fields } }),
  'GET /api/admin/documents/:id': ({ documentType }) => ({ params: { id: documentType } }),
  'PATCH /api/admin/documents/:id': ({ documentType }) => ({
    params: { id: documentType },
    body: { name: randomUUID() },
  }),
  'DELETE /api/admin/documents/:id': ({ spareType }) => ({ params: { id: spareType } }),
  'GET /api/admin/sub-categories': () => ({}),
  'GET /api/admin/sub-category/:id': ({ documentType }) => ({ params: { id: documentType } }),
  'POST /api/admin/sub-categories': ({ documentType }) => ({
    body: { name: randomUUID(), fields, type_document_id: documentType },
  }),
  'GET /api/admin/sub-categories/:id': ({ subcategory }) => ({ params: { id: subcategory } }),
  'PATCH /api/admin/sub-categories/:id': ({ subcategory }) => ({
    params: { id: subcategory },
    body: { name: randomUUID() },
  }),
  'DELETE /api/admin/sub-categories/:id': ({ subcategory }) => ({ params: { id: subcategory } }),
  'GET /api/admin/languages': () => ({}),
  'POST /api/admin/languages': () => ({ body: { locale: 'fr', name: 'Français' } }),
  'GET /api/admin/languages/:id': ({ language }) => ({ params: { id: language } }),
  'PATCH /api/admin/languages/:id': ({ language }) => ({
    params: { id: language },
    body: { name: 'Deutsch' },
  }),
  'DELETE /api/admin/languages/:id': ({ language }) => ({ params: { id: language } }),
  'GET /api/admin/languages/:id/strings': ({ language }) => ({ params: { id: language } }),
  'PATCH /api/admin/languages/:id/strings': ({ language }) => ({
    params: { id: language },
    body: { strings: { 'actions.copy': 'Kopieren' } },
  }),
  'GET /api/admin/languages/:id/export': ({ language }) => ({ params: { id: language } }),
  // The tests send a text as file, which has no columns.
  'POST /api/admin/languages/:id/import': ({ language }) => ({ params: { id: language } }),
  'POST /api/admin/meta-data': ({ file }) => ({ body: { file_id: file, campos: [] } }),
  'GET /api/items/:id/document': ({ folder }) => ({ params: { id: folder } }),
  'PATCH /api/items/:id/document': ({ folder }) => ({
    params: { id: folder },
    body: { tipo_id: null },
  }),
  'POST /api/items/document': ({ folder }) => ({ body: { ...refs(folder), tipo_id: null } }),
  'GET /api/teams/folders/:id': ({ team }) => ({ params: { id: team } }),
  'GET /api/teams/shared-with-me/:id': ({ joined }) => ({ params: { id: joined } }),
  'GET /api/teams/folders/:id/tree': ({ team }) => ({ params: { id: team } }),
  'POST /api/teams/folders': () => ({ body: { name: 'New team', invitations: [] } }),
  'POST /api/teams/folders/:id/convert': ({ folder }) => ({
    params: { id: folder },
    body: { invitations: [] },
  }),
  'PUT /api/teams/folders/:id': ({ team }) => ({ params: { id: team }, body: { members: [] } }),
  'PATCH /api/teams/folders/:id': ({ team }) => ({ params: { id: team }, body: { members: [] } }),
  'DELETE /api/teams/folders/:id': ({ team }) => ({ params: { id: team } }),
  'DELETE /api/teams/folders/:id/leave': ({ joined }) => ({ params: { id: joined } }),
  'GET /api/teams/invitations/:id': ({ invitation }) => ({ params: { id: invitation } }),
  'PUT /api/teams/invitations/:id': ({ invitation }) => ({ params: { id: invitation } }),
  'DELETE /api/teams/invitations/:id': ({ invitation }) => ({ params: { id: invitation } }),
  'POST /api/setup/status-check': () => ({ body: { code: 'AAAA-BBBB-CCCC' } }),
  'POST /api/setup/logos/:name': () => ({ params: { name: 'app_logo' } }),
  'POST /api/setup/progress': () => ({ body: { code: 'AAAA-BBBB-CCCC' } }),
  'POST /api/setup/purchase-code': () => ({ body: { code: 'AAAA-BBBB-CCCC' } }),
  'POST /api/setup/environment-setup': () => ({ body: { code: 'AAAA-BBBB-CCCC', skip: true } }),
  'POST /api/setup/environment-setup/test': () => ({
    body: { code: 'AAAA-BBBB-CCCC', to: 'ada@example.test', smtp_host: 'mail.example.test' },
  }),
  'POST /api/setup/environment-setup/test-storage': () => ({
    body: { code: 'AAAA-BBBB-CCCC', s3_bucket: 'files', s3_endpoint: 'http://127.0.0.1:9' },
  }),
  'POST /api/setup/app-setup': () => ({ body: { code: 'AAAA-BBBB-CCCC', app_title: 'Files' } }),
  'POST /api/setup/database/test': () => ({
    body: { code: 'AAAA-BBBB-CCCC', database: { connection: 'sqlite' } },
  }),
  'POST /api/setup/database': () => ({
    body: { code: 'AAAA-BBBB-CCCC', database: { connection: 'sqlite' } },
  }),
  'POST /api/setup/admin-setup': () => ({ body: { code: 'AAAA-BBBB-CCCC', ...newUser() } }),
}

export function exampleFor(endpoint: Endpoint, own: OwnedData): ExampleRequest {
  const example = EXAMPLES[nameOf(endpoint)]
  if (!example)
    throw new Error(`Give an example request for ${nameOf(endpoint)} in ${import.meta.filename}`)
  return example(own)
}

export const NO_TYPES = { documentType: 'x', subcategory: 'x', spareType: 'x', language: 'x' }

/** Once per database, because a language can't be added twice. */
async function makeLanguage(client: TestClient): Promise<string> {
  const path = '/api/admin/languages'
  const created = await client.send('POST', path, { locale: 'de', name: 'German' })
  if (created.status === 201) return created.body.data.id
  const { data } = (await client.send('GET', path)).body
  return data.find((one: { attributes: { locale: string } }) => one.attributes.locale === 'de').id
}

async function makeTypes(client: TestClient): Promise<typeof NO_TYPES> {
  const make = async (kind: string, more = {}) =>
    (await client.send('POST', `/api/admin/${kind}`, { name: randomUUID(), fields, ...more })).body
      .data.id as string
  const documentType = await make('documents')
  const subcategory = await make('sub-categories', { type_document_id: documentType })
  return {
    documentType,
    subcategory,
    spareType: await make('documents'),
    language: await makeLanguage(client),
  }
}

const makeTeam = async (client: TestClient, name: string, email?: string) =>
  (
    await client.send('POST', '/api/teams/folders', {
      name,
      invitations: email ? [{ email, permission: 'can_edit' }] : [],
    })
  ).body.data.id as string

/** Returns a team folder that the user has joined, and an invitation to another one. */
async function joinTeams(client: TestClient, email: string, host: TestClient) {
  const invitations = async () => {
    const { body } = await client.send('GET', '/api/notifications')
    return body.data.map((notification: { attributes: { action: { params: { id: string } } } }) => {
      return notification.attributes.action.params.id
    })
  }
  const joined = await makeTeam(host, 'Joined', email)
  const [first] = await invitations()
  await client.send('PUT', `/api/teams/invitations/${first}`)
  await client.send('DELETE', '/api/notifications')
  await makeTeam(host, 'Waiting', email)
  const [invitation] = await invitations()
  return { joined, invitation }
}

/**
 * Creates one item of each kind: a folder inside a folder, with a file in it, and so on. Without a
 * host the user has joined no team of others.
 */
export async function seed(
  client: TestClient,
  label: string,
  host?: TestClient,
): Promise<OwnedData> {
  const make = async (name: string, parent_id: string | null) =>
    (await client.send('POST', '/api/create-folder', { name, parent_id })).body.data.id
  const outer = await make(`${label} outer`, null)
  const folder = await make(`${label} folder`, outer)
  const send = () =>
    client.upload({
      filename: `${label}-file.txt`,
      parent_id: folder,
      content: label,
      on_conflict: 'replace',
    })
  await send()
  const sent = await send()
  const { body: history } = await client.send('GET', `/api/items/${sent.body.data.id}/versions`)
  const pictureResponse = await client.upload({
    filename: `${label}-picture.png`,
    parent_id: folder,
    content: DOT,
  })
  const upload = randomUUID()
  await client.upload({
    filename: `${label}-upload.txt`,
    parent_id: folder,
    upload_id: upload,
    is_last: false,
    offset: 0,
    size: 99,
    content: label,
  })
  const user = await client.send('GET', '/api/user')
  const { email, role } = user.body.data.attributes
  const documents = role === 'admin' ? await makeTypes(client) : NO_TYPES
  const plans = role === 'admin' ? await makePlans(client) : NO_PLANS
  const version = history.data[1].id
  const file = sent.body.data.id
  const picture = pictureResponse.body.data.id
  const links = await seedLinks(client, { outer, file })
  const team = await makeTeam(client, `${label} team`)
  const teams = host ? await joinTeams(client, email, host) : { joined: team, invitation: team }
  const uploadRequest = await seedRequest(client, DOT)
  const sessions = await client.send('GET', '/api/auth/list-sessions')
  const session = sessions.body.data[0].id as string
  const tokenResponse = await client.send('POST', '/api/user/tokens', NEW_TOKEN)
  const token = tokenResponse.body.data.id as string
  const more = {
    ...NO_BILLING,
    ...teams,
    ...documents,
    ...plans,
    ...links,
    ...uploadRequest,
    session,
    token,
  }
  return { email, outer, folder, file, version, picture, upload, team, ...more }
}
