import type { LinkedAccount } from '@coffer/contract/linked-accounts'
import { Provider } from '@coffer/contract/social'
import type { LinkedAccountRow } from './linked-accounts.repository.ts'

export const presentLinkedAccount = (row: LinkedAccountRow): LinkedAccount => ({
  id: row.id,
  type: 'linked_account',
  attributes: {
    provider: Provider.parse(row.provider_id),
    created_at: new Date(row.created_at).toISOString(),
  },
})
