import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/open.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { networkOf } from '../lib/networks.ts'

interface Limit {
  tries: number
  seconds: number
}

const within = (minutes: number, tries: number): Limit => ({ tries, seconds: minutes * 60 })

/** How often each thing may be tried. Every figure of this kind stands here. */
const LIMITS = {
  'sign-in by ip': within(5, 60),
  'sign-in by address': within(15, 10),
  'sign-in by device': within(15, 10),
  'sign-up by ip': within(60, 20),
  'social by ip': within(15, 60),
  'letter by ip': within(60, 30),
  'letter by address': within(60, 5),
  'letter-link by ip': within(15, 30),
  'contact by ip': within(60, 10),
  'contact by all': within(60, 100),
  'two-factor by user': within(15, 10),
  'passkey by ip': within(15, 120),
  'second-step by ip': within(15, 60),
  'remote-upload by user': within(10, 60),
  'avatar by user': within(10, 60),
  'team-invitation by user': within(10, 100),
  'setup-code by ip': within(15, 20),
  'unknown-link by ip': within(15, 300),
  'link-password by ip': within(15, 20),
  'link-password by link': within(15, 40),
  'link-visit by ip': within(30, 20),
  'mail-link by user': within(60, 200),
} as const satisfies Record<string, Limit>

export interface Try {
  what: keyof typeof LIMITS
  who: string
  /** How many tries one call stands for; 1 by default. */
  times?: number
}

export const byIp = (what: Try['what'], ip: string): Try => ({ what, who: networkOf(ip) })

/** Addresses are not kept in clear: only to be told apart. */
export const byAddress = (what: Try['what'], address: string): Try => ({
  what,
  who: createHash('sha256').update(address).digest('base64url'),
})

const keyOf = ({ what, who }: Try): string => `${what}|${who}`

/** Counts in one statement, so that tries at once can't slip past each other. @returns ms to wait */
async function count(db: Db, one: Try, now: number): Promise<number> {
  const limit = LIMITS[one.what]
  const { times = 1 } = one
  const row = await db
    .insertInto('rate_limits')
    .values({ key: keyOf(one), count: times, resets_at: now + limit.seconds * 1000 })
    .onConflict(oc =>
      oc.column('key').doUpdateSet({
        count: sql<number>`case when rate_limits.resets_at <= ${now} then excluded.count
          else rate_limits.count + excluded.count end`,
        resets_at: sql<number>`case when rate_limits.resets_at <= ${now} then excluded.resets_at
          else rate_limits.resets_at end`,
      }),
    )
    .returning(['count', 'resets_at'])
    .executeTakeFirstOrThrow()
  return row.count <= limit.tries ? 0 : row.resets_at - now
}

async function waitWithin(
  tx: Db,
  { now }: Pick<Deps, 'now'>,
  tries: readonly Try[],
): Promise<number> {
  const waits: number[] = []
  for (const one of tries) waits.push(await count(tx, one, now().getTime()))
  return Math.max(...waits)
}

const waitFor = (deps: Pick<Deps, 'transact' | 'now'>, tries: readonly Try[]): Promise<number> =>
  deps.transact(tx => waitWithin(tx, deps, tries))

function refuseTooMany(waitMs: number): void {
  if (waitMs > 0) throw new AppError('request.too_many', { retryAfterSeconds: waitMs / 1000 })
}

/** For what is left out without a word where it is too much. */
export const isWithinLimit = async (
  deps: Pick<Deps, 'transact' | 'now'>,
  tries: readonly Try[],
): Promise<boolean> => (await waitFor(deps, tries)) <= 0

/**
 * Counts a try before anything costly is done for it; all of them are counted, the longest wait told.
 * @throws AppError `request.too_many` when one of them is one too many
 */
export async function limitTries(
  deps: Pick<Deps, 'transact' | 'now'>,
  tries: readonly Try[],
): Promise<void> {
  refuseTooMany(await waitFor(deps, tries))
}

/**
 * Counts tries in the caller's transaction: what is refused or rolled back does not count.
 * @throws AppError `request.too_many` when one of them is one too many
 */
export async function limitTriesWithin(
  tx: Db,
  deps: Pick<Deps, 'now'>,
  tries: readonly Try[],
): Promise<void> {
  refuseTooMany(await waitWithin(tx, deps, tries))
}

/** Tries that succeeded are none: only wrong ones add up. */
export async function giveBack({ db }: Pick<Deps, 'db'>, tries: readonly Try[]): Promise<void> {
  // One by one and in the same order as they are counted, so that two never wait for each other.
  for (const one of tries)
    await db
      .updateTable('rate_limits')
      .set(eb => ({ count: eb('count', '-', 1) }))
      .where('key', '=', keyOf(one))
      .where('count', '>', 0)
      .execute()
}

export const clearExpiredTries = async ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> => {
  await db.deleteFrom('rate_limits').where('resets_at', '<=', now().getTime()).execute()
}
