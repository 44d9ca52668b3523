import { isEuMember } from '@coffer/contract/countries'

/** `unchecked`: no rule for the country is known. */
export type TaxIdState = 'valid' | 'invalid' | 'unchecked'

export interface CheckedTaxId {
  state: TaxIdState
  /** In its usual form: without spaces, and with the country's prefix in the EU. */
  taxId: string
}

/** VAT ids of Greece begin with EL, those of other countries with the code of the country. */
export const vatPrefixOf = (country: string): string => (country === 'GR' ? 'EL' : country)

/**
 * Checks the form and the check digits of a tax id, but not whether it is registered, which only a
 * tax office can confirm.
 */
export async function checkTaxId(country: string, text: string): Promise<CheckedTaxId> {
  const taxId = text.toUpperCase().replace(/[\s.\-/]/g, '')
  // Loading the rules of all countries takes a while, so they are imported when used.
  const { euVat, stdnum } = await import('stdnum')
  const isInEu = isEuMember(country)
  const validators = isInEu ? euVat[country] : vatValidators(stdnum[country])
  if (!validators || validators.length === 0)
    return { state: taxId ? 'unchecked' : 'invalid', taxId }
  const prefix = vatPrefixOf(country)
  const number = isInEu ? withoutPrefix(taxId, prefix) : taxId
  const isValid = validators.some(validator => validator.validate(number).isValid)
  if (!isValid) return { state: 'invalid', taxId }
  return { state: 'valid', taxId: isInEu ? `${prefix}${number}` : taxId }
}

function vatValidators<T>(validators: Record<string, T> | undefined): T[] | undefined {
  const validator = validators?.vat ?? validators?.mva
  return validator === undefined ? undefined : [validator]
}

const withoutPrefix = (taxId: string, prefix: string): string =>
  taxId.startsWith(prefix) ? taxId.slice(prefix.length) : taxId
