import { isTimeZone, offsetName } from '@coffer/contract/time-zone'
import { TIME_ZONE_OFFSETS } from '@coffer/contract/time-zone-offsets'

export interface Zone {
  name: string
  /** "Madrid", with the region "Europe". */
  city: string
  region: string
  /** "UTC+1"; empty for a zone that this browser does not know. */
  offset: string
}

function offsetOf(timeZone: string, now: Date): string {
  if (!isTimeZone(timeZone)) return ''
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortOffset' })
  const part = format.formatToParts(now).find(({ type }) => type === 'timeZoneName')
  return part?.value.replace('GMT', 'UTC').replace('-', '\u2212') ?? ''
}

export function zoneOf(name: string, now = new Date()): Zone {
  const [city = name, ...regions] = name.replaceAll('_', ' ').split('/').reverse()
  return { name, city, region: regions.reverse().join(', '), offset: offsetOf(name, now) }
}

/** Returns all zones of the browser and the selected one, sorted by city, then the offsets (ACC-30). */
export function allZones(chosen: string | null, now = new Date()): Zone[] {
  const offsets = TIME_ZONE_OFFSETS.map(offsetName)
  const names = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(chosen ? [chosen] : [])])
  const named = [...names].filter(name => !offsets.includes(name)).map(name => zoneOf(name, now))
  named.sort((a, b) => a.city.localeCompare(b.city))
  return [...named, ...offsets.map(name => zoneOf(name, now))]
}

const simplify = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether the query is part of the city, the region or the offset. */
export function matches({ name, city, region, offset }: Zone, typed: string): boolean {
  const words = simplify(typed).replace('-', '\u2212').split(/\s+/)
  const text = simplify(`${city} ${region} ${name} ${offset}`)
  return words.every(word => text.includes(word))
}
