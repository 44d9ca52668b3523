import type { Input } from '@coffer/contract'
import type * as contract from '@coffer/contract/billing-profile'
import { BillingProfile } from '@coffer/contract/billing-profile'
import type { UserActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { checkTaxId } from '../../lib/tax-ids.ts'
import { withoutUndefined } from '../../lib/without-undefined.ts'
import { recordAudit, userTarget } from '../audit/index.ts'
import * as profiles from './billing-profile.repository.ts'

export const readProfile = ({ db }: Pick<Deps, 'db'>, { userId }: UserActor) =>
  profiles.findProfile(db, userId)

type ProfileChange = Input<typeof contract.putBillingProfile>['body']

/** @throws AppError `request.invalid` with the fields that are missing */
function requireComplete(profile: ProfileChange): BillingProfile {
  const fields = Object.keys(BillingProfile.shape) as (keyof BillingProfile)[]
  const missing = fields.filter(name => profile[name] === undefined)
  if (missing.length === 0) return profile as BillingProfile
  const errors = Object.fromEntries(missing.map(name => [name, ['validation.required']]))
  throw new AppError('request.invalid', { errors })
}

/**
 * Changes the buyer of future invoices; those that exist keep theirs.
 * @throws AppError `request.invalid` for a missing field or a tax id that cannot be one of the country
 */
export async function saveProfile(
  { db, transact, now }: Pick<Deps, 'db' | 'transact' | 'now'>,
  { userId }: UserActor,
  input: ProfileChange,
): Promise<BillingProfile> {
  const change = withoutUndefined(input)
  // Checked before the transaction, because a service of the tax office may be asked.
  const next = requireComplete({ ...(await profiles.findProfile(db, userId)), ...change })
  const tax_id = await requireTaxId(next)
  return transact(async tx => {
    const before = await profiles.findProfile(tx, userId)
    const profile = { ...next, ...before, ...change, tax_id }
    await profiles.upsertProfile(tx, userId, profile, now().getTime())
    recordAudit(tx, {
      action: 'billing.profile_changed',
      target: await userTarget(tx, userId),
      before,
      after: profile,
    })
    return profile
  })
}

async function requireTaxId({ country, tax_id }: BillingProfile): Promise<string | null> {
  if (tax_id === null) return null
  const { state, taxId } = await checkTaxId(country, tax_id)
  if (state === 'invalid')
    throw new AppError('request.invalid', { errors: { tax_id: ['validation.tax_id'] } })
  return taxId
}
