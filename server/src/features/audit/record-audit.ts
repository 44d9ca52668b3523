import { type AuditAction, categoryOf } from '@coffer/contract/audit'
import { addEntry } from '../../db/audit-chain.ts'
import type { Db } from '../../db/open.ts'
import { deviceOf } from '../../lib/devices.ts'
import { requestContext } from '../../request-context.ts'
import { type AuditActor, auditActorOf, differenceOf, maskSecrets } from './audit.rules.ts'

export interface AuditEvent {
  action: AuditAction
  /** The object of the action: a user, an item, a setting. Names are stored as they are now. */
  target?: { type: string; id?: string | undefined; name?: string | null | undefined } | undefined
  /** The state before and after, without secrets; equal fields are left out. */
  before?: object | undefined
  after?: object | undefined
  /** Only where the request does not name it, such as at sign-in. */
  actor?: AuditActor | undefined
}

const toJson = (fields: object | undefined): string | null =>
  fields ? JSON.stringify(maskSecrets({ ...fields })) : null

const searchKey = (name: string | null): string | null => name?.toLowerCase() ?? null

/**
 * Records an event in the audit log, in the transaction of the change: it is written at its end and
 * vanishes if the transaction fails. Who made the change, and from where, comes from the request;
 * without one it was the server itself.
 */
export function recordAudit(tx: Db, event: AuditEvent): void {
  const request = requestContext.getStore()
  const actor: AuditActor =
    event.actor ?? (request ? auditActorOf(request.actor) : { type: 'system' })
  const { id = null, name = null } = 'id' in actor ? actor : {}
  const { type: targetType = null, id: targetId = null, name: target } = event.target ?? {}
  const targetName = target ?? null
  const { before, after } = differenceOf({
    before: event.before && { ...event.before },
    after: event.after && { ...event.after },
  })
  addEntry(tx, {
    actor_type: actor.type,
    actor_id: id,
    actor_name: name,
    actor_key: searchKey(name),
    token_name: 'tokenName' in actor ? actor.tokenName : null,
    ip: request?.ip ?? null,
    device: request ? deviceOf(request.userAgent) : null,
    request_id: request?.requestId ?? null,
    action: event.action,
    category: categoryOf(event.action),
    target_type: targetType,
    target_id: targetId,
    target_name: targetName,
    target_key: searchKey(targetName),
    before: toJson(before),
    after: toJson(after),
  })
}
