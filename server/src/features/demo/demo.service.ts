import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { DEMO_BYTES, DEMO_MINUTES } from '@coffer/contract/demo'
import { UploadForm } from '@coffer/contract/uploads'
import type { UserActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { insertAccount } from '../account/index.ts'
import { removeAccount } from '../account-deletion/index.ts'
import { recordAudit } from '../audit/index.ts'
import { quotas } from '../quotas/index.ts'
import { capacityFor } from '../restrictions/index.ts'
import { offersDemo, readEffectiveSettings, readSettings } from '../settings/index.ts'
import { receiveSingleFile } from '../uploads/index.ts'
import { deleteDemo, findExpired, insertDemo } from './demo.repository.ts'
import { samplesFor } from './sample-files.ts'

const BATCH_SIZE = 100

/** @throws AppError `demo.off` */
export async function requireDemoMode(deps: Pick<Deps, 'db' | 'config'>): Promise<void> {
  if (!offersDemo(await readEffectiveSettings(deps.db, deps))) throw new AppError('demo.off')
}

/** Creates a demo account that no user can sign in to later. */
export async function createDemo(
  deps: Deps,
  locale: string,
): Promise<{ id: string; expiresAt: number }> {
  const samples = samplesFor(locale)
  const passwordHash = await deps.hashPassword(randomBytes(24).toString('base64url'))
  const expiresAt = deps.now().getTime() + DEMO_MINUTES * 60_000
  const id = await deps.transact(async tx => {
    const userId = await insertAccount(tx, deps, {
      name: samples.userName,
      email: `demo-${randomBytes(9).toString('hex')}@demo.invalid`,
      passwordHash,
      role: 'user',
      isEmailVerified: true,
    })
    const capacityBytes = capacityFor(await readSettings(tx)) ?? DEMO_BYTES
    await quotas.setOwnCapacity(tx, userId, Math.min(capacityBytes, DEMO_BYTES))
    await insertDemo(tx, userId, expiresAt)
    recordAudit(tx, {
      action: 'demo.started',
      target: { type: 'user', id: userId, name: samples.userName },
    })
    return userId
  })
  await addSamples(deps, id, samples)
  return { id, expiresAt }
}

async function addSamples(
  deps: Deps,
  userId: string,
  { userName, files }: ReturnType<typeof samplesFor>,
): Promise<void> {
  const actor: UserActor = {
    kind: 'user',
    userId,
    sessionId: null,
    role: 'user',
    name: userName,
    hasTwoFactor: false,
  }
  for (const { name, content } of files) {
    const bytes = Buffer.from(content)
    const form = UploadForm.parse({ filename: name, size: bytes.length })
    await receiveSingleFile(deps, actor, form, Readable.from([bytes]))
  }
}

/** Deletes the demo accounts whose hour is over. @returns their number */
export async function removeExpiredDemos(deps: Deps): Promise<number> {
  const ids = await findExpired(deps.db, deps.now().getTime(), BATCH_SIZE)
  for (const id of ids) {
    await removeAccount(deps, id, { sendsEmail: false })
    await deps.transact(tx => deleteDemo(tx, id))
  }
  return ids.length
}
