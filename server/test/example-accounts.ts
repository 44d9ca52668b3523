import type { ExampleRequest } from './endpoints.ts'
import type { OwnedData } from './owned-data.ts'

export const PASSWORD = 'correct horse battery'
export const NEW_TOKEN = {
  name: 'Backup',
  scopes: ['read'],
  expires_in_days: 30,
  password: PASSWORD,
}

/**
 * Calls that only the account's owner may make with a session: tokens, data export and deletion.
 */
export const ACCOUNT_EXAMPLES: Record<string, (own: OwnedData) => ExampleRequest> = {
  'GET /api/user/deletion': () => ({}),
  'GET /api/user/data-export': () => ({}),
  'POST /api/user/data-export': () => ({ body: { password: PASSWORD } }),
  'DELETE /api/user/data-export': () => ({}),
  'GET /api/user/data-export/download': () => ({}),
  'DELETE /api/user': ({ email }) => ({
    body: { email, password: PASSWORD, end_subscription: true },
  }),
  'POST /api/admin/reauthenticate': () => ({ body: { password: PASSWORD } }),
  'GET /api/user/tokens': () => ({}),
  'POST /api/user/tokens': () => ({ body: NEW_TOKEN }),
  'DELETE /api/user/tokens/:id': ({ token }) => ({ params: { id: token } }),
}
