import { z } from 'zod'

const ISO_3166 = `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN
  BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO
  DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY
  HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB
  LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA
  NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA
  SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT
  TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`

const FIRST = ['CZ', 'SK']

/** ISO 3166-1 codes and XK (Kosovo); Czechia and Slovakia first. */
export const COUNTRIES: readonly string[] = [
  ...FIRST,
  ...[...ISO_3166.trim().split(/\s+/), 'XK'].filter(code => !FIRST.includes(code)),
]

const KNOWN = new Set(COUNTRIES)

/** Code of a country. */
export const Country = z.string().refine(code => KNOWN.has(code), 'validation.invalid')

const EU_MEMBERS = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)

export const isEuMember = (country: string): boolean => EU_MEMBERS.has(country)

/** Returns the name of a country in a language; the code where none is known. */
export function countryName(country: string, locale: string): string {
  return new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country
}

/** Returns all countries with their names, Czechia and Slovakia first, the others by name. */
export function countryOptions(locale: string): { code: string; name: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const { compare } = new Intl.Collator(locale)
  const options = COUNTRIES.map(code => ({ code, name: names.of(code) ?? code }))
  return [
    ...options.slice(0, FIRST.length),
    ...options.slice(FIRST.length).sort((a, b) => compare(a.name, b.name)),
  ]
}
