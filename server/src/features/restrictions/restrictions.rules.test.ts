import { describe, expect, it } from 'vitest'
import { Settings } from '../settings/index.ts'
import {
  type AccountState,
  activeRestrictions,
  capacityFor,
  primaryReason,
  RESTRICTION_FLAGS,
  restrictionErrorCode,
  type SubscriptionType,
} from './restrictions.rules.ts'

const TYPES: SubscriptionType[] = ['none', 'fixed', 'metered']
const free: AccountState = { used_bytes: 10, capacity_bytes: null, imposed: [] }
const all = {
  can_upload: 0,
  can_download: 0,
  can_create_folder: 0,
  can_create_team_folder: 0,
} as const
const open = {
  can_upload: 1,
  can_download: 1,
  can_create_folder: 1,
  can_create_team_folder: 1,
} as const
const unpaid = { reason: 'unpaid', ...all } as const
const byAdministrator = { reason: 'administrator', ...open, can_upload: 0 } as const

describe.each(TYPES)('whoever is on %s', type => {
  it('may do everything while nothing is against it', () => {
    expect(activeRestrictions(type, free)).toEqual({})
    expect(activeRestrictions(type, { ...free, capacity_bytes: 11 })).toEqual({})
  })

  it.each([
    ['at the limit', 10],
    ['above it', 3],
    ['without any room', 0],
  ])('%s only has to wait with what takes room', (_, capacity_bytes) => {
    const active = activeRestrictions(type, { ...free, capacity_bytes })
    expect(Object.keys(active)).toEqual(['canUpload'])
  })

  it('may do nothing of what was taken from him', () => {
    const active = activeRestrictions(type, { ...free, imposed: [unpaid] })
    expect(RESTRICTION_FLAGS.map(flag => active[flag])).toEqual(
      RESTRICTION_FLAGS.map(() => 'unpaid'),
    )
  })
})

it('each way of paying says in its own words that there is no room', () => {
  const reasons = TYPES.map(type =>
    primaryReason(activeRestrictions(type, { ...free, capacity_bytes: 10 })),
  )
  expect(reasons).toEqual(['storage_full', 'plan_full', 'storage_full'])
})

it('what was imposed is told before what only room is missing for, the oldest first', () => {
  const full = { ...free, capacity_bytes: 10 }
  const both = activeRestrictions('none', { ...full, imposed: [byAdministrator, unpaid] })
  expect(both).toMatchObject({ canUpload: 'administrator', canDownload: 'unpaid' })
  expect(primaryReason(both)).toBe('administrator')
  const onlyFolders = { reason: 'unpaid', ...open, can_create_folder: 0 } as const
  const mixed = activeRestrictions('none', { ...full, imposed: [onlyFolders] })
  expect(mixed).toEqual({ canUpload: 'storage_full', canCreateFolder: 'unpaid' })
  expect(primaryReason(mixed)).toBe('unpaid')
  expect(primaryReason({})).toBeNull()
})

it('room that is missing is another refusal than a right that was taken', () => {
  expect(restrictionErrorCode('canUpload', 'plan_full')).toBe('upload.quota_exceeded')
  expect(RESTRICTION_FLAGS.map(flag => restrictionErrorCode(flag, 'unpaid'))).toEqual([
    'upload.restricted',
    'download.restricted',
    'folder.restricted',
    'folder.restricted',
  ])
})

it.each([
  ['none', false, null],
  ['none', true, 7],
  ['fixed', false, 7],
  ['metered', true, null],
] as const)(
  'a new account on %s with the limitation %s may keep %s bytes',
  (type, limits, bytes) => {
    const settings = Settings.parse({
      subscription_type: type,
      storage_limitation: limits,
      default_max_storage_amount: 7,
    })
    expect(capacityFor(settings)).toBe(bytes)
  },
)
