import type { Plan } from '@coffer/contract/plans'
import { afterEach, expect, it, vi } from 'vitest'
import {
  draftsOf,
  emptyTier,
  type MeterDraft,
  readMeter,
  readRate,
  startsOf,
  toInputs,
  withNewTier,
  withoutTier,
} from './meter-drafts.ts'

const tier = (upTo: string, unitPrice = '1', flatFee = '') => ({
  ...emptyTier(),
  upTo,
  unitPrice,
  flatFee,
})
const storage = (...tiers: MeterDraft['tiers']): MeterDraft => ({
  key: 'storage',
  isOn: true,
  aggregate: 'maximum',
  tiers,
})

afterEach(() => vi.unstubAllGlobals())

it('gives each tier its own key, also on pages without HTTPS', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const tiers = withNewTier([emptyTier(), ...(draftsOf('en')[0]?.tiers ?? [])])
  expect(new Set(tiers.map(({ key }) => key)).size).toBe(3)
})

it('starts each tier where the one before ends', () => {
  expect(startsOf([tier('10'), tier('500'), tier('')], 'en')).toEqual([0, 10, 500])
})

it('adds a tier before the open one and keeps the last one open after removing', () => {
  const added = withNewTier([tier('', '0.04')])
  expect(added.map(({ upTo, unitPrice }) => [upTo, unitPrice])).toEqual([
    ['', '0.04'],
    ['', '0.04'],
  ])
  const three = [tier('10'), tier('20'), tier('')]
  const left = withoutTier(three, three[2]?.key ?? '')
  expect(left.map(({ upTo }) => upTo)).toEqual(['10', ''])
})

it('reads tiers with typed prices, and names what is wrong', () => {
  const read = readMeter(storage(tier('1,000', '0,015', '2.50'), tier('', '0')), 'EUR', 'en')
  expect(read.errors.size).toBe(0)
  expect(toInputs([read])).toEqual([
    {
      key: 'storage',
      aggregate_strategy: 'maximum',
      tiers: [
        { last_unit: 1000, per_unit: '0.015', flat_fee: 250 },
        { last_unit: null, per_unit: '0', flat_fee: null },
      ],
    },
  ])
  const wrong = readMeter(storage(tier('10'), tier('5', 'much', 'x'), tier('')), 'EUR', 'en')
  expect(wrong.errors).toEqual(new Map([[1, { upTo: 'order', unitPrice: 'rate', flatFee: 'fee' }]]))
})

it.each([
  ['1.5', 'en'],
  ['1,5', 'es'],
  ['1 5', 'en'],
])('rejects the limit %s in %s, which is no whole number', (upTo, locale) => {
  const read = readMeter(storage(tier(upTo), tier('')), 'EUR', locale)
  expect(read.errors).toEqual(new Map([[0, { upTo: 'order' }]]))
})

it('reads a rate with a point or a comma', () => {
  expect(['0.015', '0,015', '3', '-1', '', '1.2.3'].map(text => readRate(text, 'en'))).toEqual([
    '0.015',
    '0.015',
    '3',
    null,
    null,
    null,
  ])
})

it.each(['en', 'es'])('reads the prices of a plan as they are shown in %s', locale => {
  const tiers = [{ first_unit: 0, last_unit: null, per_unit: '1.230', flat_fee: 1230 }]
  const features = { storage: { aggregate_strategy: 'maximum', tiers } }
  const plan = { attributes: { type: 'metered', currency: 'KWD', features } }
  const [draft] = draftsOf(locale, plan as unknown as Plan)
  if (!draft) throw new Error('There is no draft.')
  expect(readMeter(draft, 'KWD', locale).tiers).toEqual([
    { up_to: null, unit_amount: '1.230', flat_amount: 1230 },
  ])
})

it('starts a new plan with storage', () => {
  expect(draftsOf('en').map(({ key, isOn }) => [key, isOn])).toEqual([
    ['storage', true],
    ['bandwidth', false],
    ['member', false],
    ['flatFee', false],
  ])
})
