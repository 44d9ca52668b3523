import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const WEB = join(import.meta.dirname, '..')
const files = (pattern: string) =>
  globSync(pattern, { cwd: WEB }).map(name => ({
    name,
    text: readFileSync(join(WEB, name), 'utf8'),
  }))
const stylesheets = files('**/*.css')

const SIDE =
  /\b(?:(?:margin|padding|border|inset|scroll-margin|scroll-padding)-(?:left|right)\b|border-(?:top|bottom)-(?:left|right)-radius|(?:text-align|float|clear):\s*(?:left|right))|(?:^|[{;])\s*(?:left|right):/gm
/** Shorthands with four sides of which the second and the fourth may differ. */
const FOUR_SIDES =
  /\b(?:margin|padding|inset|border-width|border-color|border-style|scroll-margin|scroll-padding):\s*([^;]+);/g
const FOUR_CORNERS = /\bborder-radius:\s*([^;]+);/g

/** Files whose sides are physical, whatever the reading direction. */
const PHYSICAL = new Map([
  ['ui/scene.module.css', 'a landscape is not read'],
  ['features/items/dragging.module.css', 'it follows the pointer'],
  ['features/previews/preview-overlay.module.css', "a device's cut-outs are where they are"],
  ['ui/tokens.css', "a device's cut-outs are where they are"],
])

it('no style names left or right', () => {
  const violations = stylesheets.flatMap(({ name, text }) =>
    [
      ...matches(text, SIDE),
      ...matches(text, FOUR_SIDES).filter(hasUnlikeSides),
      ...matches(text, FOUR_CORNERS).filter(hasUnlikeCorners),
    ].map(match => ({ name, style: match.trim() })),
  )
  expect(violations.filter(({ name }) => !PHYSICAL.has(name))).toEqual([])
  // Exceptions that are not needed any more must be removed.
  expect(new Set(violations.map(({ name }) => name))).toEqual(new Set(PHYSICAL.keys()))
})

it('every icon that points along the reading direction is mirrored', () => {
  const base = stylesheets.find(({ name }) => name === 'ui/base.css')?.text ?? ''
  const pointing = new Set(
    files('**/*.{ts,tsx}')
      .flatMap(({ text }) => text.match(/import \{[^}]*\} from 'lucide-react'/g) ?? [])
      .flatMap(line => line.match(/\b[A-Z]\w+/g) ?? [])
      .filter(name => /Left|Right|^Log|^List|Input$|^Volume|^(Reply|Send|Forward)/.test(name))
      .map(name => name.replace(/(?<=.)(?=[A-Z])|(?<=[a-z])(?=\d)/g, '-').toLowerCase()),
  )
  const mirrored = base.match(/(?<=\.lucide-)[a-z0-9-]+/g) ?? []
  expect(mirrored.toSorted()).toEqual([...pointing].toSorted())
})

const matches = (text: string, pattern: RegExp) =>
  [...text.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(pattern)].map(([match]) => match)

const sides = (style: string) =>
  style
    .replace(/^[^:]*:|;$/g, '')
    .trim()
    .split(/\s+(?![^(]*\))/)

function hasUnlikeSides(style: string): boolean {
  const [, right, , left] = sides(style)
  return left !== undefined && left !== right
}

function hasUnlikeCorners(style: string): boolean {
  const [topLeft, topRight = topLeft, bottomRight = topLeft, bottomLeft = topRight] = sides(style)
  return topLeft !== topRight || bottomLeft !== bottomRight
}
