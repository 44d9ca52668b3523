import { expect, it } from 'vitest'
import {
  accentContrasts,
  accentStyles,
  accentTheme,
  contrastOf,
  DEFAULT_COLOR,
  isReadableColor,
  MIN_CONTRAST,
} from './accent-color.ts'

/** A grid over all colours, with steps that meet no edge twice. */
const COLORS = Array.from({ length: 17 ** 3 }, (_, index) => {
  const channels = [index % 17, Math.floor(index / 17) % 17, Math.floor(index / 289)]
  return `#${channels
    .map(step =>
      Math.min(255, step * 16)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
})
const READABLE = COLORS.filter(isReadableColor)

it('computes contrasts as WCAG does', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrastOf('#ffffff', '#ffffff')).toBe(1)
  expect(contrastOf('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  expect(contrastOf('#2a5ea8', '#ffffff')).toBe(contrastOf('#ffffff', '#2a5ea8'))
})

it('keeps the drawn shades of the default colour', () => {
  expect(accentTheme(null)).toEqual(accentTheme(DEFAULT_COLOR))
  expect(accentTheme(DEFAULT_COLOR).light.soft).toBe('#e2f0ec')
  expect(accentStyles(null)).toBe('')
  expect(isReadableColor(DEFAULT_COLOR)).toBe(true)
})

it('blocks colours that are too light, and only those', () => {
  for (const color of ['#ffffff', '#f5c400', '#7fd1ff', '#9a9a9a'])
    expect(isReadableColor(color)).toBe(false)
  for (const color of ['#2a5ea8', '#5e48b8', '#8a3b6c', '#a8412c', '#000000', '#805606'])
    expect(isReadableColor(color)).toBe(true)
  expect(accentContrasts('#f5c400').button).toBeLessThan(MIN_CONTRAST)
})

it('derives readable shades for both themes from every colour that is allowed', () => {
  expect(READABLE.length).toBeGreaterThan(800)
  for (const color of READABLE) {
    const { light, dark } = accentTheme(color)
    const pairs = [
      [light.ink, light.accent],
      [light.ink, light.hover],
      [light.accent, '#ffffff'],
      [light.accent, '#f6f5f2'],
      [light.accent, light.soft],
      [dark.ink, dark.accent],
      [dark.ink, dark.hover],
      [dark.accent, '#191d20'],
      [dark.accent, '#121517'],
      [dark.accent, dark.soft],
      ['#1b1f23', light.soft],
      ['#e9ebea', dark.soft],
    ] as const
    for (const [text, ground] of pairs)
      expect(contrastOf(text, ground), `${text} on ${ground} of ${color}`).toBeGreaterThanOrEqual(
        MIN_CONTRAST,
      )
  }
})

it('derives shades in the form of the tokens from every colour', () => {
  for (const color of COLORS) {
    const { light, dark } = accentTheme(color)
    for (const shade of [...Object.values(light), ...Object.values(dark)])
      expect(shade).toMatch(/^#[0-9a-f]{6}$/)
  }
})

it('keeps the hue in the dark theme', () => {
  const { dark } = accentTheme('#2a5ea8')
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at =>
    Number.parseInt(dark.accent.slice(at, at + 2), 16),
  )
  expect(blue).toBeGreaterThan(green)
  expect(green).toBeGreaterThan(red)
})

it('sets the tokens in a style sheet of both themes', () => {
  const styles = accentStyles('#2A5EA8')
  expect(styles).toContain('--accent:#2a5ea8;')
  expect(styles).toContain('[data-mantine-color-scheme="dark"]')
  expect(styles).not.toMatch(/[<>]/)
})
