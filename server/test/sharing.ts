import type { TestClient } from './test-client.ts'

/** Shortcuts for tests of shares; `owner` owns them. */
export const sharingBy = (owner: TestClient) => ({
  folder: async (name: string): Promise<string> =>
    (await owner.send('POST', '/api/create-folder', { name })).body.data.id,

  share: async (id: string, more: object = {}, type = 'folder'): Promise<string> =>
    (await owner.send('POST', '/api/share', { id, type, ...more })).body.data.attributes.token,

  change: (token: string, body: object) => owner.send('PATCH', `/api/share/${token}`, body),
})
