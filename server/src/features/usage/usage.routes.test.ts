import { startOfUtcDay } from '@coffer/contract/billing-periods'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@coffer/contract/durations'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  insertMeteredPlan,
  type MeteredPlan,
  subscribeMetered,
  useStorage,
} from '../../../test/metered-users.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { searched } from '../../../test/property.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { estimateOf } from './estimate.service.ts'
import { dayOfHour, hourOf } from './usage.rules.ts'
import { meterUsage } from './usage.service.ts'

const GB = 1_000_000_000

const t = await openTestApp()
const { db } = t.deps

/** A clock of its own for the meter, so that tests choose the hour. */
const meterAt = (ms: number) => meterUsage({ ...t.deps, now: () => new Date(ms) })

let plan: MeteredPlan

async function meteredUser(createdAt: number): Promise<TestClient> {
  const user = await t.signIn()
  await subscribeMetered(t, user, plan, createdAt)
  return user
}

const use = (user: TestClient, bytes: number) => useStorage(t, user, bytes)

const daysOf = (user: TestClient, meter = 'storage') =>
  db
    .selectFrom('usage_days')
    .select(['meter', 'day', 'quantity', 'peak', 'last', 'hours'])
    .where('user_id', '=', user.userId)
    .where('meter', '=', meter)
    .orderBy('day')
    .execute()

const totalOf = async (user: TestClient, meter?: string) =>
  (await daysOf(user, meter)).reduce((sum, row) => sum + row.quantity, 0)

beforeAll(async () => {
  await t.settings({ subscription_type: 'metered' })
  plan = await insertMeteredPlan(t)
})

/** Midnight of a day on which no other test has usage. */
let lastMidnight = Date.UTC(2031, 0, 1)
async function nextMidnight(): Promise<number> {
  await db.deleteFrom('subscriptions').execute()
  await db.deleteFrom('usage_days').execute()
  lastMidnight += 400 * DAY_MS
  return lastMidnight
}

describe('storage', () => {
  it('adds each hour once, however often and in how many processes it runs', async () => {
    const midnight = await nextMidnight()
    const user = await meteredUser(midnight)
    await use(user, 5 * GB)
    await meterAt(midnight + HOUR_MS)
    await Promise.all([1, 2, 3].map(() => meterAt(midnight + 3 * HOUR_MS + 5)))
    await meterAt(midnight + 2 * HOUR_MS)
    expect(await daysOf(user)).toEqual([
      {
        meter: 'storage',
        day: dayOfHour(hourOf(midnight)),
        quantity: 15_000_000,
        peak: 5_000_000,
        last: 5_000_000,
        hours: 3,
      },
    ])
  })

  it('case 40: a terabyte for 12 hours is half of a day', async () => {
    const midnight = await nextMidnight()
    const user = await meteredUser(midnight)
    for (let hour = 1; hour <= 24; hour += 1) {
      await use(user, hour <= 12 ? 1000 * GB : 0)
      await meterAt(midnight + hour * HOUR_MS)
    }
    const [day] = await daysOf(user)
    expect(day).toMatchObject({ quantity: 12 * 1_000_000_000, peak: 1_000_000_000, hours: 24 })
  })

  it('case 41: ten hours without a server count as if it had run', async () => {
    const midnight = await nextMidnight()
    const user = await meteredUser(midnight)
    await use(user, 2 * GB)
    await meterAt(midnight + 20 * HOUR_MS)
    await meterAt(midnight + 30 * HOUR_MS)
    expect((await daysOf(user)).map(day => [day.hours, day.quantity])).toEqual([
      [24, 48_000_000],
      [6, 12_000_000],
    ])
  })

  it('case 38: a clock that jumps back and ahead counts nothing twice', async () => {
    const midnight = await nextMidnight()
    const user = await meteredUser(midnight)
    await use(user, GB)
    await meterAt(midnight + 30 * HOUR_MS)
    await meterAt(midnight + 6 * HOUR_MS)
    await meterAt(midnight + 40 * DAY_MS)
    await meterAt(midnight + 48 * HOUR_MS)
    expect(await totalOf(user)).toBe(40 * 24 * 1_000_000)
    expect((await daysOf(user)).every(day => day.hours === 24)).toBe(true)
  })

  it('case 38: users who subscribe after a clock came back from ahead are metered at once', async () => {
    const midnight = await nextMidnight()
    const before = await meteredUser(midnight)
    await use(before, GB)
    await meterAt(midnight + 40 * DAY_MS)
    const recorded = await totalOf(before)
    const user = await meteredUser(midnight + 30 * HOUR_MS)
    await use(user, GB)
    for (const hours of [31, 33, 33, 48, 50]) await meterAt(midnight + hours * HOUR_MS)
    expect((await daysOf(user)).map(day => day.hours)).toEqual([18, 2])
    expect(await totalOf(user)).toBe(20 * 1_000_000)
    expect(await totalOf(before)).toBe(recorded)
  })

  it('does not count the hours before a subscription', async () => {
    const midnight = await nextMidnight()
    const first = await meteredUser(midnight)
    await meterAt(midnight + 5 * HOUR_MS)
    const user = await meteredUser(midnight + 15.5 * HOUR_MS)
    await use(user, GB)
    await meterAt(midnight + 18 * HOUR_MS)
    expect((await daysOf(user))[0]?.hours).toBe(3)
    expect((await daysOf(first))[0]?.hours).toBe(18)
  })

  it('case 33: a petabyte for a month is exact', async () => {
    const midnight = await nextMidnight()
    const user = await meteredUser(midnight)
    await use(user, 1_000_000 * GB)
    await meterAt(midnight + 30 * DAY_MS)
    expect(await totalOf(user)).toBe(720 * 1_000_000_000_000)
  })

  it('P7: a sum of hours does not depend on how the runs are split', async () => {
    const steps = fc.array(
      fc.record({ hours: fc.integer({ min: 1, max: 40 }), gb: fc.integer({ min: 0, max: 5000 }) }),
      { minLength: 1, maxLength: 4 },
    )
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 3, max: 30 }), async (parts, stride) => {
        const midnight = await nextMidnight()
        const user = await meteredUser(midnight)
        let hour = 0
        let expected = 0
        for (const { hours, gb } of parts) {
          await use(user, gb * GB)
          for (let done = 0; done < hours; done += stride)
            await meterAt(midnight + (hour + Math.min(done + stride, hours)) * HOUR_MS)
          hour += hours
          expected += hours * gb * 1_000_000
        }
        expect(await totalOf(user)).toBe(expected)
      }),
      searched(5),
    )
  })
})

describe('bandwidth', () => {
  it('case 39: is copied once its day is over for six hours', async () => {
    const midnight = await nextMidnight()
    const user = await meteredUser(midnight)
    const day = dayOfHour(hourOf(midnight))
    const row = { user_id: user.userId, day, upload_bytes: 3, download_bytes: 4 }
    await db.insertInto('traffic').values(row).execute()
    await meterAt(midnight + 29 * HOUR_MS)
    expect(await totalOf(user, 'bandwidth')).toBe(0)
    await db
      .updateTable('traffic')
      .set({ download_bytes: 10 })
      .where('user_id', '=', user.userId)
      .execute()
    await meterAt(midnight + 30 * HOUR_MS)
    await meterAt(midnight + 60 * HOUR_MS)
    expect(await totalOf(user, 'bandwidth')).toBe(13)
  })

  it('case 39: a download over midnight counts once, on the day on which it ends', async () => {
    const midnight = startOfUtcDay(t.deps.now().getTime()) + DAY_MS
    await nextMidnight()
    t.advance(midnight - MINUTE_MS - t.deps.now().getTime())
    const user = await meteredUser(midnight - DAY_MS)
    // More than sockets buffer, so that the server is still sending after midnight.
    const content = new Uint8Array(32 * 1024 * 1024)
    const sent = await user.upload({ filename: 'large.bin', content })
    const reader = (await user.fetch(sent.body.data.attributes.file_url)).body?.getReader()
    let bytes = (await reader?.read())?.value?.length ?? 0
    t.advance(2 * MINUTE_MS)
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
      bytes += part.value.length
    expect(bytes).toBe(content.length)
    const downloads = () =>
      db
        .selectFrom('traffic')
        .select(['day', 'download_bytes'])
        .where('user_id', '=', user.userId)
        .where('download_bytes', '>', 0)
        .execute()
    await expect
      .poll(downloads)
      .toEqual([{ day: dayOfHour(hourOf(midnight)), download_bytes: bytes }])
    await meterAt(midnight + 29 * HOUR_MS)
    expect(await totalOf(user, 'bandwidth')).toBe(content.length)
    await meterAt(midnight + 30 * HOUR_MS)
    expect(await totalOf(user, 'bandwidth')).toBe(content.length + bytes)
  })

  const transfer = ({ userId }: TestClient, midnight: number, download_bytes: number) =>
    db
      .insertInto('traffic')
      .values({
        user_id: userId,
        day: dayOfHour(hourOf(midnight)),
        upload_bytes: 0,
        download_bytes,
      })
      .onConflict(oc => oc.columns(['user_id', 'day']).doUpdateSet({ download_bytes }))
      .execute()

  it('of the day on which a subscription began is left out, except for new users', async () => {
    const midnight = await nextMidnight()
    const began = midnight + 20 * HOUR_MS
    const [user, newUser] = [await meteredUser(began), await meteredUser(began)]
    await db
      .updateTable('users')
      .set({ created_at: new Date(midnight + 19 * HOUR_MS).toISOString() })
      .where('id', '=', newUser.userId)
      .execute()
    for (const each of [user, newUser]) {
      await transfer(each, midnight, 5)
      await transfer(each, midnight + DAY_MS, 7)
    }
    const estimated = async ({ userId }: TestClient) =>
      (await estimateOf(db, userId))?.usage.reduce((sum, { quantity }) => sum + quantity, 0)
    expect([await estimated(user), await estimated(newUser)]).toEqual([7, 12])
    await meterAt(midnight + 3 * DAY_MS)
    expect(await totalOf(user, 'bandwidth')).toBe(7)
    expect(await totalOf(newUser, 'bandwidth')).toBe(12)
  })

  it('of the first full day counts for users who signed up just before it', async () => {
    const midnight = await nextMidnight()
    const user = await meteredUser(midnight + 60_000)
    await db
      .updateTable('users')
      .set({ created_at: new Date(midnight - HOUR_MS).toISOString() })
      .where('id', '=', user.userId)
      .execute()
    await transfer(user, midnight, 5)
    await meterAt(midnight + 3 * DAY_MS)
    expect(await totalOf(user, 'bandwidth')).toBe(5)
  })

  it('case 38: of a day that was copied too early is copied again', async () => {
    const midnight = await nextMidnight()
    const user = await meteredUser(midnight)
    await transfer(user, midnight, 5)
    await meterAt(midnight + 31 * HOUR_MS)
    await transfer(user, midnight, 9)
    await meterAt(midnight + 5 * HOUR_MS)
    await meterAt(midnight + 54 * HOUR_MS)
    expect(await totalOf(user, 'bandwidth')).toBe(9)
    await db.updateTable('billing_periods').set({ state: 'settled' }).execute()
    await transfer(user, midnight, 11)
    await meterAt(midnight + 55 * HOUR_MS)
    expect(await totalOf(user, 'bandwidth')).toBe(9)
  })
})

it('records nothing while the subscription type is not metered', async () => {
  const midnight = await nextMidnight()
  const user = await meteredUser(midnight)
  await t.settings({ subscription_type: 'none' })
  await meterAt(midnight + 5 * HOUR_MS)
  expect(await daysOf(user)).toEqual([])
  await t.settings({ subscription_type: 'metered' })
})
