import { randomUUID } from 'node:crypto'
import type { ExampleRequest } from './endpoints.ts'
import type { OwnedData } from './owned-data.ts'
import type { TestClient } from './test-client.ts'

type Example = (own: OwnedData) => ExampleRequest

const refs = (id: string) => ({ items: [{ id, type: 'folder' }] })
const by = ({ link }: OwnedData, params: Record<string, string> = {}) => ({
  params: { token: link, ...params },
})
const forRequest = ({ request }: OwnedData, params: Record<string, string> = {}) => ({
  params: { token: request, ...params },
})
const byFile = ({ fileLink }: OwnedData) => ({ params: { token: fileLink } })

/** Calls of owners about links, and of guests through them. */
export const GUEST_EXAMPLES: Record<string, Example> = {
  'POST /api/share': ({ folder }) => ({ body: { id: folder, type: 'folder' } }),
  'GET /api/share/:token': own => by(own),
  'PATCH /api/share/:token': own => ({ ...by(own), body: { expiration: 24 } }),
  'DELETE /api/share/revoke': ({ link }) => ({ body: { tokens: [link] } }),
  'POST /api/share/:token/email': own => ({
    ...by(own),
    body: { emails: ['guest@example.test'] },
  }),
  'GET /api/share/:token/qr': own => by(own),
  'GET /api/share/:token/events': own => by(own),
  'GET /api/sharing/:token': own => by(own),
  'POST /api/sharing/authenticate/:token': own => ({ ...by(own), body: { password: 'any' } }),
  'GET /api/sharing/folders/:id/:token': own => by(own, { id: own.folder }),
  'GET /api/sharing/navigation/:token': own => by(own),
  'GET /api/sharing/navigation/:id/:token': own => by(own, { id: own.folder }),
  'GET /api/sharing/og-site/:token': own => by(own),
  'GET /api/sharing/file/:token': byFile,
  'GET /api/sharing/items/:id/:token': own => by(own, { id: own.file }),
  'GET /api/sharing/search/:token': own => ({
    ...by(own),
    query: { query: 'own', in: own.folder },
  }),
  'GET /api/sharing/zip/:token': own => ({ ...by(own), query: { items: `${own.folder}|folder` } }),
  'POST /api/sharing/zip/:token': own => ({ ...by(own), body: { items: `${own.folder}|folder` } }),
  'POST /api/sharing/zip/selections/:token': own => ({ ...by(own), body: refs(own.folder) }),
  'GET /file/:id/shared/:token': own => by(own, { id: own.file }),
  'GET /share/:token/direct': byFile,
  'GET /thumbnail/:id/:size/shared/:token': own => by(own, { id: own.picture, size: 'sm' }),
  'POST /api/sharing/create-folder/:token': own => ({
    ...by(own),
    body: { name: 'New', parent_id: own.folder },
  }),
  'PATCH /api/sharing/rename/:id/:token': own => ({
    ...by(own, { id: own.folder }),
    body: { name: 'Renamed', type: 'folder' },
  }),
  'POST /api/sharing/move/:token': own => ({
    ...by(own),
    body: { to_id: null, ...refs(own.folder) },
  }),
  'POST /api/sharing/conflicts/:token': own => ({
    ...by(own),
    body: { to_id: null, ...refs(own.folder) },
  }),
  'POST /api/sharing/remove/:token': own => ({ ...by(own), body: refs(own.folder) }),
  'POST /api/sharing/upload/chunks/:token': own => ({
    ...by(own),
    body: {
      filename: 'new.txt',
      is_last: false,
      offset: 0,
      size: 99,
      parent_id: own.folder,
      upload_id: randomUUID(),
    },
  }),
  'GET /api/sharing/upload/:upload_id/:token': own => by(own, { upload_id: own.guestUpload }),
  'DELETE /api/sharing/upload/:upload_id/:token': own => by(own, { upload_id: own.guestUpload }),
  'POST /api/sharing/upload/preflight/:token': own => ({
    ...by(own),
    body: { parent_id: own.folder, entries: [{ filename: 'new.txt', size: 7 }] },
  }),
  'POST /api/sharing/upload/batch/:token': own => ({
    ...by(own),
    body: {
      parent_id: own.folder,
      manifest: JSON.stringify([{ filename: 'new.txt', size: 7, upload_id: randomUUID() }]),
    },
  }),
  'POST /api/file-request': ({ folder }) => ({ body: { folder_id: folder, name: 'Asked' } }),
  'GET /api/file-requests': () => ({}),
  'GET /api/file-requests/:id': ({ requestId }) => ({ params: { id: requestId } }),
  'PATCH /api/file-requests/:id': ({ requestId }) => ({
    params: { id: requestId },
    body: { expiration: 24, name: 'Asked again' },
  }),
  'DELETE /api/file-requests/:id': ({ requestId }) => ({ params: { id: requestId } }),
  'GET /api/file-request/:token': own => forRequest(own),
  'DELETE /api/file-request/:token': own => forRequest(own),
  'GET /api/file-request/:token/receipt': own => forRequest(own),
  'GET /api/file-request/:token/browse/:id': own => forRequest(own, { id: own.sentFolder }),
  'GET /api/file-request/:token/navigation': own => forRequest(own),
  'GET /api/file-request/:token/navigation/:id': own => forRequest(own, { id: own.sentFolder }),
  'GET /api/file-request/:token/items/:id': own => forRequest(own, { id: own.sentPicture }),
  'GET /file/:id/upload-request/:token': own => forRequest(own, { id: own.sentPicture }),
  'GET /thumbnail/:id/:size/upload-request/:token': own =>
    forRequest(own, { id: own.sentPicture, size: 'sm' }),
  'POST /api/file-request/:token/create-folder': own => ({
    ...forRequest(own),
    body: { name: 'New', parent_id: own.sentFolder },
  }),
  'POST /api/file-request/:token/create-folder-custom': own => ({
    ...forRequest(own),
    body: { member_number: '7', identification: 'X1', first_name: 'Eva', last_name: 'Sol' },
  }),
  'PATCH /api/file-request/:token/rename/:id': own => ({
    ...forRequest(own, { id: own.sentFolder }),
    body: { name: 'Renamed', type: 'folder' },
  }),
  'POST /api/file-request/:token/move': own => ({
    ...forRequest(own),
    body: { to_id: null, ...refs(own.sentFolder) },
  }),
  'POST /api/file-request/:token/remove': own => ({
    ...forRequest(own),
    body: refs(own.sentFolder),
  }),
  'POST /api/file-request/:token/upload/chunks': own => ({
    ...forRequest(own),
    body: {
      filename: 'new.txt',
      is_last: false,
      offset: 0,
      size: 99,
      parent_id: own.sentFolder,
      upload_id: randomUUID(),
    },
  }),
  'GET /api/file-request/:token/upload/:upload_id': own =>
    forRequest(own, { upload_id: own.sentUpload }),
  'DELETE /api/file-request/:token/upload/:upload_id': own =>
    forRequest(own, { upload_id: own.sentUpload }),
  'POST /api/file-request/:token/upload/preflight': own => ({
    ...forRequest(own),
    body: { parent_id: own.sentFolder, entries: [{ filename: 'new.txt', size: 7 }] },
  }),
  'POST /api/file-request/:token/upload/batch': own => ({
    ...forRequest(own),
    body: {
      parent_id: own.sentFolder,
      manifest: JSON.stringify([{ filename: 'new.txt', size: 7, upload_id: randomUUID() }]),
    },
  }),
}

export const NO_LINKS = { link: 'x', fileLink: 'x', guestUpload: 'x' }
export const NO_REQUESTS = {
  request: 'x',
  requestId: 'x',
  sentFolder: 'x',
  sentPicture: 'x',
  sentUpload: 'x',
}

/** Creates an upload request with a received folder and picture and an unfinished upload. */
export async function seedRequest(
  client: TestClient,
  picture: Uint8Array<ArrayBuffer>,
): Promise<typeof NO_REQUESTS> {
  const created = (await client.send('POST', '/api/file-request', { name: 'Asked' })).body.data
  const request = created.attributes.token as string
  const by = `/api/file-request/${request}`
  await client.send('GET', by)
  const sentFolder = (await client.send('POST', `${by}/create-folder`, { name: 'Sent' })).body.data
    .id as string
  const fields = { filename: 'sent.png', parent_id: sentFolder, content: picture }
  const sentPicture = (await client.upload(fields, `${by}/upload`)).body.data.id as string
  const sentUpload = randomUUID()
  const firstChunk = { upload_id: sentUpload, is_last: false, offset: 0, size: 99 }
  await client.upload({ filename: 'sent.txt', ...firstChunk }, `${by}/upload`)
  return { request, requestId: created.id as string, sentFolder, sentPicture, sentUpload }
}

/** Creates shares of a folder and a file, and an unfinished upload of a guest. */
export async function seedLinks(
  client: TestClient,
  { outer, file }: { outer: string; file: string },
): Promise<typeof NO_LINKS> {
  const share = async (id: string, type: 'file' | 'folder') =>
    (await client.send('POST', '/api/share', { id, type, permission: 'editor' })).body.data
      .attributes.token as string
  const link = await share(outer, 'folder')
  const fileLink = await share(file, 'file')
  const guestUpload = randomUUID()
  const firstChunk = { upload_id: guestUpload, is_last: false, offset: 0, size: 99 }
  await client.upload({ filename: 'guest.txt', ...firstChunk }, `/api/sharing/upload/${link}`)
  return { link, fileLink, guestUpload }
}
