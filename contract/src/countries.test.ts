import { expect, it } from 'vitest'
import { COUNTRIES, Country, countryName, countryOptions, isEuMember } from './countries.ts'

it('lists the 249 countries of ISO 3166-1 and Kosovo once each, Czechia and Slovakia first', () => {
  expect(COUNTRIES).toHaveLength(250)
  expect(new Set(COUNTRIES).size).toBe(250)
  expect(COUNTRIES.slice(0, 3)).toEqual(['CZ', 'SK', 'AD'])
})

it('names each in both languages, in order', () => {
  for (const locale of ['en', 'es']) {
    const options = countryOptions(locale)
    expect(options.map(({ code }) => code).slice(0, 2)).toEqual(['CZ', 'SK'])
    expect(options.filter(({ code, name }) => code === name)).toEqual([])
    expect(options).toHaveLength(250)
  }
  expect(countryName('ES', 'es')).toBe('España')
  expect(countryOptions('en')[2]?.name).toBe('Afghanistan')
})

it('knows the 27 members of the EU', () => {
  expect(COUNTRIES.filter(isEuMember)).toHaveLength(27)
  for (const other of ['GB', 'CH', 'NO', 'XK']) expect(isEuMember(other)).toBe(false)
  expect(isEuMember('GR')).toBe(true)
})

it('accepts codes of the list only', () => {
  expect(Country.safeParse('DK').success).toBe(true)
  for (const wrong of ['dk', 'EU', 'UK', '']) expect(Country.safeParse(wrong).success).toBe(false)
})
