import type { Passkey } from '@coffer/contract/passkeys'
import type { PasskeyRow } from './passkeys.repository.ts'

const iso = (time: string | Date | number): string => new Date(time).toISOString()

export const presentPasskey = (passkey: PasskeyRow): Passkey => ({
  id: passkey.id,
  type: 'passkey',
  attributes: {
    name: passkey.name ?? '',
    created_at: iso(passkey.created_at ?? 0),
    last_used_at: passkey.last_used_at && iso(passkey.last_used_at),
  },
})
