import { describe, expect, it } from 'vitest'
import { Settings } from '../settings/index.ts'
import {
  type AccountState,
  activeRestrictions,
  allReasons,
  capacityFor,
  primaryReason,
  RESTRICTION_FLAGS,
  restrictionErrorCode,
  type SubscriptionType,
} from './restrictions.rules.ts'

const TYPES: SubscriptionType[] = ['none', 'fixed', 'metered']
const unrestricted: AccountState = { used_bytes: 10, capacity_bytes: null, imposed: [] }
const nothingAllowed = {
  can_upload: 0,
  can_download: 0,
  can_create_folder: 0,
  can_create_team_folder: 0,
} as const
const everythingAllowed = {
  can_upload: 1,
  can_download: 1,
  can_create_folder: 1,
  can_create_team_folder: 1,
} as const
const unpaid = { reason: 'unpaid', ...nothingAllowed } as const
const byAdministrator = { reason: 'administrator', ...everythingAllowed, can_upload: 0 } as const

describe.each(TYPES)('an account on %s', type => {
  it('has no restriction below its quota', () => {
    expect(activeRestrictions(type, unrestricted)).toEqual({})
    expect(activeRestrictions(type, { ...unrestricted, capacity_bytes: 11 })).toEqual({})
  })

  it.each([
    ['at its quota', 10],
    ['above its quota', 3],
    ['without any quota', 0],
  ])('%s cannot upload and may do everything else', (_, capacity_bytes) => {
    const active = activeRestrictions(type, { ...unrestricted, capacity_bytes })
    expect(Object.keys(active)).toEqual(['canUpload'])
  })

  it('cannot do what an imposed restriction forbids', () => {
    const active = activeRestrictions(type, { ...unrestricted, imposed: [unpaid] })
    expect(RESTRICTION_FLAGS.map(flag => active[flag])).toEqual(
      RESTRICTION_FLAGS.map(() => 'unpaid'),
    )
  })
})

it('has one reason for full storage for each subscription type', () => {
  const reasons = TYPES.map(type =>
    primaryReason(activeRestrictions(type, { ...unrestricted, capacity_bytes: 10 })),
  )
  expect(reasons).toEqual(['storage_full', 'plan_full', 'storage_full'])
})

it('prefers an imposed reason over full storage, the oldest first', () => {
  const full = { ...unrestricted, capacity_bytes: 10 }
  const both = activeRestrictions('none', { ...full, imposed: [byAdministrator, unpaid] })
  expect(both).toMatchObject({ canUpload: 'administrator', canDownload: 'unpaid' })
  expect(primaryReason(both)).toBe('administrator')
  expect(allReasons(both)).toEqual(['unpaid', 'administrator', 'storage_full'])
  const onlyFolders = { reason: 'unpaid', ...everythingAllowed, can_create_folder: 0 } as const
  const mixed = activeRestrictions('none', { ...full, imposed: [onlyFolders] })
  expect(mixed).toEqual({ canUpload: 'storage_full', canCreateFolder: 'unpaid' })
  expect(primaryReason(mixed)).toBe('unpaid')
  expect(primaryReason({})).toBeNull()
})

it('answers full storage with another error code than an imposed restriction', () => {
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
  'a new account on %s with storage limitation %s has a quota of %s bytes',
  (type, limits, bytes) => {
    const settings = Settings.parse({
      subscription_type: type,
      storage_limitation: limits,
      default_max_storage_amount: 7,
    })
    expect(capacityFor(settings)).toBe(bytes)
  },
)
