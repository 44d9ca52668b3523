import { randomUUID } from 'node:crypto'
import type { ExampleRequest } from './endpoints.ts'
import type { OwnedData } from './owned-data.ts'

const USER = '0190a000-0000-7000-8000-00000000a001'
const of = (body?: Record<string, unknown>) => (): ExampleRequest => ({
  params: { id: USER },
  ...(body && { body }),
})

/** Administration of users. */
export const USER_EXAMPLES: Record<string, (own: OwnedData) => ExampleRequest> = {
  'GET /api/admin/users': () => ({}),
  'POST /api/admin/users': () => ({
    body: {
      name: 'New User',
      email: `${randomUUID()}@example.test`,
      password: 'correct horse battery',
    },
  }),
  'GET /api/admin/users/:id': of(),
  'PATCH /api/admin/users/:id': of({ first_name: 'New' }),
  'DELETE /api/admin/users/:id': of({ name: 'Another User' }),
  'DELETE /api/admin/users/:id/pending-email': of(),
  'PATCH /api/admin/users/:id/role': of({ role: 'user' }),
  'PATCH /api/admin/users/:id/capacity': of({ capacity_bytes: 1000 }),
  'PUT /api/admin/users/:id/restrictions': of({
    canUpload: false,
    canDownload: true,
    canCreateFolder: true,
    canCreateTeamFolder: true,
  }),
  'POST /api/admin/users/:id/suspend': of({ reason: 'Unpaid' }),
  'POST /api/admin/users/:id/reactivate': of(),
  'POST /api/admin/users/:id/reset-password': of(),
  'DELETE /api/admin/users/:id/sessions': of(),
  'DELETE /api/admin/users/:id/two-factor': of(),
  'GET /api/admin/users/:id/tokens': of(),
  'DELETE /api/admin/users/:id/tokens/:token_id': () => ({
    params: { id: USER, token_id: USER },
  }),
  'GET /api/admin/users/:id/passkeys': of(),
  'DELETE /api/admin/users/:id/passkeys/:passkey_id': () => ({
    params: { id: USER, passkey_id: USER },
  }),
  // The tests send a text as file, which is not a picture.
  'POST /api/admin/users/:id/avatar': of(),
  'DELETE /api/admin/users/:id/avatar': of(),
  'GET /api/admin/users/:id/storage': of(),
  'GET /api/admin/users/:id/deletion': of(),
  'POST /api/admin/users/:id/invitation': of(),
  'DELETE /api/admin/users/:id/invitation': of(),
  'GET /api/admin/users/tasks/:id': of(),
  'POST /api/admin/users/invitations': () => ({
    body: { emails: [`${randomUUID()}@example.test`] },
  }),
  'POST /api/admin/users/import': () => ({}),
  'GET /api/admin/users/export': () => ({}),
  'POST /api/admin/users/bulk': () => ({
    body: { selection: { ids: [USER] }, change: { action: 'reactivate' } },
  }),
}
