import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/open.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { networkOf } from '../lib/networks.ts'

interface Limit {
  attempts: number
  seconds: number
}

const limitPer = (minutes: number, attempts: number): Limit => ({ attempts, seconds: minutes * 60 })

/** All rate limits: attempts per period. */
const LIMITS = {
  'sign-in by ip': limitPer(5, 60),
  'sign-in by email': limitPer(15, 10),
  'sign-in by device': limitPer(15, 10),
  'signed-in by user': limitPer(60, 60),
  'sign-up by ip': limitPer(60, 20),
  'sign-up by email': limitPer(60, 5),
  'social by ip': limitPer(15, 60),
  'email by ip': limitPer(60, 30),
  'verification by email': limitPer(60, 5),
  'password-reset by user': limitPer(60, 5),
  'social by email': limitPer(60, 5),
  'email-link by ip': limitPer(15, 30),
  'contact by ip': limitPer(60, 10),
  'contact by all': limitPer(60, 100),
  'demo by ip': limitPer(60, 5),
  'demo by all': limitPer(60, 200),
  'two-factor by user': limitPer(15, 10),
  'passkey by ip': limitPer(15, 120),
  'second-step by ip': limitPer(15, 60),
  'remote-upload by user': limitPer(10, 60),
  'avatar by user': limitPer(10, 60),
  'team-invitation by user': limitPer(10, 100),
  'setup-code by ip': limitPer(15, 20),
  'unknown-link by ip': limitPer(15, 300),
  'link-password by ip': limitPer(15, 20),
  'link-password by link': limitPer(15, 40),
  'link-unlock by ip': limitPer(60, 1000),
  'link-visit by ip': limitPer(30, 20),
  'link-email by user': limitPer(60, 200),
  'checkout by user': limitPer(60, 20),
  'gateway-event by ip': limitPer(1, 1200),
} as const satisfies Record<string, Limit>

export interface LimitedAttempt {
  limit: keyof typeof LIMITS
  key: string
  /** Attempts that one call counts as; 1 by default. */
  times?: number
}

/** An attempt counted per network of the client. */
export const byIp = (limit: LimitedAttempt['limit'], ip: string): LimitedAttempt => ({
  limit,
  key: networkOf(ip),
})

/** Email addresses are hashed, because they only need to be distinguished. */
export const byEmail = (limit: LimitedAttempt['limit'], address: string): LimitedAttempt => ({
  limit,
  key: createHash('sha256').update(address).digest('base64url'),
})

const keyOf = ({ limit, key }: LimitedAttempt): string => `${limit}|${key}`

/**
 * Counts in a single statement, so that concurrent attempts are all counted.
 * @returns milliseconds to wait
 */
async function countAttempt(db: Db, attempt: LimitedAttempt, now: number): Promise<number> {
  const limit = LIMITS[attempt.limit]
  const { times = 1 } = attempt
  const row = await db
    .insertInto('rate_limits')
    .values({ key: keyOf(attempt), count: times, resets_at: now + limit.seconds * 1000 })
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
  return row.count <= limit.attempts ? 0 : row.resets_at - now
}

async function waitWithin(
  tx: Db,
  { now }: Pick<Deps, 'now'>,
  attempts: readonly LimitedAttempt[],
): Promise<number> {
  const waits: number[] = []
  for (const attempt of attempts) waits.push(await countAttempt(tx, attempt, now().getTime()))
  return Math.max(...waits)
}

const waitFor = (
  deps: Pick<Deps, 'transact' | 'now'>,
  attempts: readonly LimitedAttempt[],
): Promise<number> => deps.transact(tx => waitWithin(tx, deps, attempts))

function refuseTooMany(waitMs: number): void {
  if (waitMs > 0) throw new AppError('request.too_many', { retryAfterSeconds: waitMs / 1000 })
}

/** For actions that are silently skipped above the limit. */
export const isWithinLimit = async (
  deps: Pick<Deps, 'transact' | 'now'>,
  attempts: readonly LimitedAttempt[],
): Promise<boolean> => (await waitFor(deps, attempts)) <= 0

/**
 * Counts attempts before costly work. All of them are counted, and the longest wait is reported.
 * @throws AppError `request.too_many` when one of them exceeds its limit
 */
export async function limitAttempts(
  deps: Pick<Deps, 'transact' | 'now'>,
  attempts: readonly LimitedAttempt[],
): Promise<void> {
  refuseTooMany(await waitFor(deps, attempts))
}

/**
 * Counts attempts in the caller's transaction, so that a rollback does not count.
 * @throws AppError `request.too_many` when one of them exceeds its limit
 */
export async function limitAttemptsWithin(
  tx: Db,
  deps: Pick<Deps, 'now'>,
  attempts: readonly LimitedAttempt[],
): Promise<void> {
  refuseTooMany(await waitWithin(tx, deps, attempts))
}

/** Uses up a limit until the given time, so that the action is refused. */
export async function exhaustLimit(
  tx: Db,
  { limit, key }: LimitedAttempt,
  until: number,
): Promise<void> {
  const values = { count: LIMITS[limit].attempts, resets_at: until }
  await tx
    .insertInto('rate_limits')
    .values({ key: keyOf({ limit, key }), ...values })
    .onConflict(oc => oc.column('key').doUpdateSet(values))
    .execute()
}

/** Uncounts successful attempts: only failures count toward the limit. */
export async function refundAttempts(
  { db }: Pick<Deps, 'db'>,
  attempts: readonly LimitedAttempt[],
): Promise<void> {
  // In the same order as they were counted, so that concurrent calls cannot deadlock.
  for (const attempt of attempts)
    await db
      .updateTable('rate_limits')
      .set(eb => ({ count: eb('count', '-', 1) }))
      .where('key', '=', keyOf(attempt))
      .where('count', '>', 0)
      .execute()
}

/** Deletes counters whose period has ended. */
export const deleteExpiredRateLimits = async ({
  db,
  now,
}: Pick<Deps, 'db' | 'now'>): Promise<void> => {
  await db.deleteFrom('rate_limits').where('resets_at', '<=', now().getTime()).execute()
}
