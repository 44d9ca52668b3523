import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import { searched } from '../../../test/property.ts'
import {
  anonymizeLedger,
  balanceOf,
  checkLedger,
  type Entry,
  lockBalance,
  type Posting,
  postLedger,
  receivableOf,
} from './index.ts'

const t = await openTestApp()
const { db, transact } = t.deps

const posting = (entries: Entry[], key = `payment:${randomUUID()}`): Posting => ({
  key,
  at: Date.now(),
  currency: 'EUR',
  entries,
})

const post = (entries: Entry[], key?: string) =>
  transact(tx => postLedger(tx, t.deps, posting(entries, key)))

const fund = (userId: string, amount: number): Entry[] => [
  { account: 'clearing.stripe', amount },
  { account: 'balance', userId, amount: -amount },
]

describe('a posting', () => {
  it('changes the balance of its user only, in its currency only', async () => {
    const userId = randomUUID()
    expect(await post(fund(userId, 1250))).toBe(true)
    expect(await balanceOf(db, userId, 'EUR')).toBe(1250)
    expect(await balanceOf(db, userId, 'USD')).toBe(0)
    expect(await balanceOf(db, randomUUID(), 'EUR')).toBe(0)
  })

  it('is made once, also when it is repeated at the same time', async () => {
    const userId = randomUUID()
    const key = `payment:${randomUUID()}`
    const results = await Promise.all(Array.from({ length: 8 }, () => post(fund(userId, 100), key)))
    expect(results.filter(Boolean)).toHaveLength(1)
    expect(await post(fund(userId, 100), key)).toBe(false)
    expect(await balanceOf(db, userId, 'EUR')).toBe(100)
  })

  it.runIf(t.deps.databaseKind === 'postgres')(
    'does not wait for a transaction that posts for another user',
    async () => {
      const [ann, ben] = [randomUUID(), randomUUID()]
      await post(fund(ann, 100))
      await transact(async tx => {
        await postLedger(tx, t.deps, posting(fund(ann, 100)))
        await post(fund(ben, 100))
      })
      expect(await balanceOf(db, ben, 'EUR')).toBe(100)
    },
  )

  it('is rolled back with its transaction, so that it can be made later', async () => {
    const userId = randomUUID()
    const fact = posting(fund(userId, 100))
    const failing = transact(async tx => {
      await postLedger(tx, t.deps, fact)
      throw new Error('later')
    })
    await expect(failing).rejects.toThrow('later')
    expect(await balanceOf(db, userId, 'EUR')).toBe(0)
    expect(await transact(tx => postLedger(tx, t.deps, fact))).toBe(true)
  })

  it('is rejected if it does not sum to zero or has no whole amounts', async () => {
    const userId = randomUUID()
    const [debit, credit] = fund(userId, 100)
    if (!debit || !credit) throw new Error('no entries')
    await expect(post([debit, { ...credit, amount: -99 }])).rejects.toThrow('instead of zero')
    await expect(post(fund(userId, 0.5))).rejects.toThrow('not an amount')
    await expect(post(fund(userId, Number.NaN))).rejects.toThrow('not an amount')
    await expect(post([debit, { account: 'balance', amount: -100 }])).rejects.toThrow('needs user')
    await expect(post([{ ...debit, userId }, credit])).rejects.toThrow('has no user')
    expect(await balanceOf(db, userId, 'EUR')).toBe(0)
  })

  it('adds the entries of one account up, and may be empty', async () => {
    const userId = randomUUID()
    await post([...fund(userId, 100), ...fund(userId, 50)])
    await post([...fund(userId, 70), ...fund(userId, -70)])
    expect(await balanceOf(db, userId, 'EUR')).toBe(150)
    expect(await post([])).toBe(true)
  })
})

describe('a balance', () => {
  it('is spent by one of many at the same time', async () => {
    const userId = randomUUID()
    await post(fund(userId, 300))
    const spend = () =>
      transact(async tx => {
        const amount = Math.min(await lockBalance(tx, userId, 'EUR'), 100)
        const entries: Entry[] = [
          { account: 'balance', userId, amount },
          { account: 'receivable', userId, amount: -amount },
        ]
        return postLedger(tx, t.deps, posting(entries, `invoice:${randomUUID()}:balance`))
      })
    await Promise.all(Array.from({ length: 10 }, spend))
    expect(await balanceOf(db, userId, 'EUR')).toBe(0)
    expect(await receivableOf(db, userId, 'EUR')).toBe(-300)
  })

  it('belongs to an anonymous owner after the account was deleted', async () => {
    const userId = randomUUID()
    await post(fund(userId, 100))
    const newOwner = randomUUID()
    await transact(tx => anonymizeLedger(tx, userId, () => newOwner))
    expect(await balanceOf(db, userId, 'EUR')).toBe(0)
    expect(await balanceOf(db, `deleted:${newOwner}`, 'EUR')).toBe(100)
  })
})

/** A step of billing: its amount, the user, and the currency. */
const step = fc.record({
  kind: fc.constantFrom('fund', 'invoice', 'apply', 'pay', 'grant', 'write_off'),
  amount: fc.integer({ min: 1, max: 1_000_000_000 }),
  user: fc.nat({ max: 2 }),
  currency: fc.constantFrom('EUR', 'JPY', 'KWD'),
  repeats: fc.nat({ max: 2 }),
})

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** The balance and the debt of a user, computed by addition. */
interface Expected {
  balance: number
  owed: number
}

/** The amount that is possible, and its entries. */
function entriesOf({ kind, amount }: Step, userId: string, { balance, owed }: Expected): Entry[] {
  const tax = Math.floor(amount / 5)
  const applied = Math.min(amount, balance, owed)
  const paid = Math.min(amount, owed)
  const receivable = { account: 'receivable', userId } as const
  const ownBalance = { account: 'balance', userId } as const
  switch (kind) {
    case 'fund':
      return fund(userId, amount)
    case 'invoice':
      return [
        { ...receivable, amount },
        { account: 'revenue', amount: tax - amount },
        { account: 'tax', amount: -tax },
      ]
    case 'apply':
      return [
        { ...ownBalance, amount: applied },
        { ...receivable, amount: -applied },
      ]
    case 'pay':
      return [
        { account: 'clearing.paypal', amount: paid },
        { ...receivable, amount: -paid },
      ]
    case 'grant':
      return [
        { account: 'promotions', amount },
        { ...ownBalance, amount: -amount },
      ]
    default:
      return [
        { account: 'write_off', amount: paid },
        { ...receivable, amount: -paid },
      ]
  }
}

const sumOf = (entries: Entry[], account: string) =>
  entries.filter(entry => entry.account === account).reduce((sum, { amount }) => sum + amount, 0)

describe('P2: any series of postings', () => {
  it('sums to zero, with the balances and debts that addition gives', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async steps => {
        const users = Array.from({ length: 3 }, () => randomUUID())
        const expected = new Map<string, Expected>()
        for (const item of steps) {
          const userId = users[item.user] as string
          const name = `${userId} ${item.currency}`
          const before = expected.get(name) ?? { balance: 0, owed: 0 }
          const entries = entriesOf(item, userId, before)
          const fact = { ...posting(entries), currency: item.currency }
          for (let time = 0; time <= item.repeats; time += 1)
            expect(await transact(tx => postLedger(tx, t.deps, fact))).toBe(time === 0)
          expected.set(name, {
            balance: before.balance - sumOf(entries, 'balance'),
            owed: before.owed + sumOf(entries, 'receivable'),
          })
        }
        for (const [name, { balance, owed }] of expected) {
          const [userId = '', currency = ''] = name.split(' ')
          expect(await balanceOf(db, userId, currency)).toBe(balance)
          expect(await receivableOf(db, userId, currency)).toBe(owed)
        }
      }),
      searched(25),
    )
    const check = await checkLedger(db)
    expect(check).toMatchObject({ isBalanced: true, unbalanced: [], overdrawn: [] })
    for (const currency of ['EUR', 'JPY', 'KWD']) {
      const sums = check.sums.filter(sum => sum.currency === currency)
      expect(sums.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
    }
  })

  it('is checked: an entry that was tampered with and an overdrawn balance are found', async () => {
    const userId = randomUUID()
    const key = `payment:${randomUUID()}`
    await post(fund(userId, 100), key)
    await db
      .updateTable('ledger_entries')
      .set({ amount: 60 })
      .where('amount', '=', -100)
      .where(
        'transaction_id',
        'in',
        db.selectFrom('ledger_transactions').select('id').where('key', '=', key),
      )
      .execute()
    const check = await checkLedger(db)
    expect(check.isBalanced).toBe(false)
    expect(check.unbalanced).toEqual([key])
    expect(check.overdrawn).toEqual([{ owner: userId, currency: 'EUR', balance: -60 }])
  })
})
