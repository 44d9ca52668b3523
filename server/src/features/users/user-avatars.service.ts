import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import type { Bytes } from '../../lib/byte-streams.ts'
import { recordAudit } from '../audit/index.ts'
import { putAvatar, removeAvatar } from '../avatars/index.ts'
import { auditTarget, requireUser } from './users.service.ts'

type AvatarDeps = Parameters<typeof putAvatar>[0] & Pick<Deps, 'db'>

const recordChange = (user: { id: string; name: string }) => (tx: Db) =>
  recordAudit(tx, { action: 'user.avatar_changed', target: auditTarget(user) })

/** @throws AppError `user.not_found`, `avatar.unreadable`, `avatar.too_large` */
export async function putUserAvatar(deps: AvatarDeps, id: string, content: Bytes): Promise<void> {
  const user = await requireUser(deps.db, id)
  await putAvatar(deps, { userId: id }, content, recordChange(user))
}

/** @throws AppError `user.not_found` */
export async function removeUserAvatar(deps: AvatarDeps, id: string): Promise<void> {
  const user = await requireUser(deps.db, id)
  await removeAvatar(deps, { userId: id }, recordChange(user))
}
