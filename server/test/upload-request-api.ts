import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

export const requestPath = (token: string): string => `/api/file-request/${token}`

/** An upload request as read by tests. */
interface UploadRequestData {
  id: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever attribute it is about.
  attributes: any
}

/** Shortcuts for tests of upload requests; `asker` owns them. */
export const uploadRequestApi = (t: TestApp, asker: TestClient) => ({
  ask: async (more: object = {}, client = asker): Promise<UploadRequestData> =>
    (await client.send('POST', '/api/file-request', { name: 'Papers', ...more })).body.data,

  /** A client that has opened the request and thus has a guest id. */
  async requestGuestId(token: string): Promise<TestClient> {
    const guest = t.anonymous()
    await guest.send('GET', requestPath(token))
    return guest
  },

  send: (guest: TestClient, token: string, fields: Parameters<TestClient['upload']>[0] = {}) =>
    guest.upload(fields, `${requestPath(token)}/upload/chunks`),

  listed: async (guest: TestClient, token: string, place = 'all') =>
    (await guest.send('GET', `${requestPath(token)}/browse/${place}?sort=name&direction=ASC`)).body,

  detail: async (token: string, guest = t.anonymous()) =>
    (await guest.send('GET', requestPath(token))).body.data.attributes,
})

export const namesOf = (body: { data: { attributes: { name: string } }[] }): string[] =>
  body.data.map(item => item.attributes.name)

/** The folder that receives the files. */
export const folderOf = (request: { attributes: { folder_id: string } }): string =>
  request.attributes.folder_id
