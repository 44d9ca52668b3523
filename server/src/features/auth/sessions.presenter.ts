import type { Session } from '@coffer/contract/sessions'
import type { SessionActor } from '../../actor.ts'
import { deviceOf, isHandheld } from '../../lib/devices.ts'
import type { GeoLocation } from './geo-locations.ts'
import type { SessionRow } from './sessions.repository.ts'

export const presentSession = (
  session: SessionRow,
  actor: SessionActor,
  { country, isLocal }: GeoLocation,
): Session => ({
  id: session.id,
  type: 'session',
  attributes: {
    device: deviceOf(session.user_agent ?? ''),
    is_handheld: isHandheld(session.user_agent ?? ''),
    ip_address: session.ip_address || null,
    country,
    is_local: isLocal,
    is_current: session.id === actor.sessionId,
    created_at: new Date(session.created_at).toISOString(),
    last_seen_at: new Date(session.updated_at).toISOString(),
  },
})
