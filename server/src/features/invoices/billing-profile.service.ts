import type { BillingProfile } from '@coffer/contract/billing-profile'
import type { UserActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { recordAudit, userTarget } from '../audit/index.ts'
import * as profiles from './billing-profile.repository.ts'
import { checkTaxId } from './tax-ids.ts'

export const readProfile = ({ db }: Pick<Deps, 'db'>, { userId }: UserActor) =>
  profiles.findProfile(db, userId)

/**
 * Sets the buyer of future invoices; those that exist keep theirs.
 * @throws AppError `request.invalid` for a tax id that cannot be one of the country
 */
export async function saveProfile(
  { transact, now }: Pick<Deps, 'transact' | 'now'>,
  { userId }: UserActor,
  input: BillingProfile,
): Promise<BillingProfile> {
  const profile = { ...input, tax_id: await requireTaxId(input) }
  await transact(async tx => {
    const before = await profiles.findProfile(tx, userId)
    await profiles.upsertProfile(tx, userId, profile, now().getTime())
    recordAudit(tx, {
      action: 'billing.profile_changed',
      target: await userTarget(tx, userId),
      before,
      after: profile,
    })
  })
  return profile
}

async function requireTaxId({ country, tax_id }: BillingProfile): Promise<string | null> {
  if (tax_id === null) return null
  const { state, taxId } = await checkTaxId(country, tax_id)
  if (state === 'invalid')
    throw new AppError('request.invalid', { errors: { tax_id: ['validation.tax_id'] } })
  return taxId
}
