import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { sendMail } from '../mail/index.ts'
import type { Addressee } from './addresses.repository.ts'
import { deleteLinks } from './letter-links.repository.ts'

/** Its owner hears of it, in case it was not he, and letters for a new one are worth nothing any more. */
export async function tellPasswordChanged(
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'now' | 'newId'>,
  { id, email, language }: Addressee,
): Promise<void> {
  await deleteLinks(tx, id, 'recovery')
  await sendMail(tx, deps, {
    ...{ to: email, language, template: 'password-changed' as const },
    data: { at: deps.now().toISOString() },
  })
}
