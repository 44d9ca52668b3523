import { randomUUID } from 'node:crypto'
import type { Belongings } from './belongings.ts'
import type { ExampleRequest } from './endpoints.ts'
import type { TestClient } from './test-client.ts'

type Example = (own: Belongings) => ExampleRequest

const refs = (id: string) => ({ items: [{ id, type: 'folder' }] })
const by = ({ link }: Belongings, params: Record<string, string> = {}) => ({
  params: { token: link, ...params },
})
const byFile = ({ fileLink }: Belongings) => ({ params: { token: fileLink } })

/** What an owner does with links, and what guests do by them. */
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
      ...{ filename: 'new.txt', is_last: false, offset: 0, size: 99 },
      ...{ parent_id: own.folder, upload_id: randomUUID() },
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
}

export const NO_LINKS = { link: 'x', fileLink: 'x', guestUpload: 'x' }

/** A link to a folder and one to a file, and what a guest has begun to send by the first. */
export async function furnishLinks(
  client: TestClient,
  { outer, file }: { outer: string; file: string },
): Promise<typeof NO_LINKS> {
  const share = async (id: string, type: 'file' | 'folder') =>
    (await client.send('POST', '/api/share', { id, type, permission: 'editor' })).body.data
      .attributes.token as string
  const [link, fileLink] = [await share(outer, 'folder'), await share(file, 'file')]
  const guestUpload = randomUUID()
  const begun = { upload_id: guestUpload, is_last: false, offset: 0, size: 99 }
  await client.upload({ filename: 'guest.txt', ...begun }, `/api/sharing/upload/${link}`)
  return { link, fileLink, guestUpload }
}
