/** WCAG AA for text: less blocks a colour. */
export const MIN_CONTRAST = 4.5
/** Id of the style element that sets the tokens of the colour. */
export const ACCENT_STYLES = 'coffer-accent'
export const DEFAULT_COLOR = '#0e6b5e'

/** The shades of the accent colour in one theme; named like the tokens of the web app. */
export interface AccentShades {
  /** Buttons and links. */
  accent: string
  /** Buttons under the pointer. */
  hover: string
  /** Text on buttons. */
  ink: string
  /** Selected rows. */
  soft: string
  /** Lines around selected things. */
  line: string
}

export interface AccentTheme {
  light: AccentShades
  dark: AccentShades
}

/** Surfaces of the web app that the shades lie on: `web/src/ui/tokens.css`. */
const LIGHT = { surface: '#ffffff', ground: '#f6f5f2' } as const
const DARK = { surface: '#191d20', ground: '#121517' } as const

/** Contrast of links in the dark theme; more than required, because thin text glows less. */
const DARK_CONTRAST = 7.5

type Triple = readonly [number, number, number]

const clamp = (value: number, min = 0, max = 1): number => Math.min(max, Math.max(min, value))

const rgbOf = (hex: string): Triple => {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255]
}
const hexOf = (rgb: Triple): string =>
  `#${rgb
    .map(channel =>
      Math.round(clamp(channel) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

const toLinear = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
const fromLinear = (channel: number): number =>
  channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055

/** Relative luminance as WCAG defines it. */
function luminanceOf(hex: string): number {
  const [r, g, b] = rgbOf(hex).map(toLinear) as unknown as Triple
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast ratio of two colours, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

interface Oklch {
  l: number
  c: number
  h: number
}

/** Converts to OKLCH, in which equal steps of lightness look equal. */
function oklchOf(hex: string): Oklch {
  const [r, g, b] = rgbOf(hex).map(toLinear) as unknown as Triple
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const l = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short
  const x = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const y = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  return { l, c: Math.hypot(x, y), h: Math.atan2(y, x) }
}

function linearOf({ l, c, h }: Oklch): Triple {
  const x = c * Math.cos(h)
  const y = c * Math.sin(h)
  const long = (l + 0.3963377774 * x + 0.2158037573 * y) ** 3
  const medium = (l - 0.1055613458 * x - 0.0638541728 * y) ** 3
  const short = (l - 0.0894841775 * x - 1.291485548 * y) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

/** Converts to sRGB, with less chroma where the screen has no such colour. */
function hexFrom({ l, c, h }: Oklch): string {
  const isShown = (chroma: number) =>
    linearOf({ l, c: chroma, h }).every(channel => channel >= -0.0001 && channel <= 1.0001)
  let chroma = c
  while (chroma > 0.001 && !isShown(chroma)) chroma *= 0.95
  return hexOf(linearOf({ l, c: chroma, h }).map(channel => fromLinear(clamp(channel))) as never)
}

/** Mixes a colour into another; a share of 0 is the other. */
const mix = (hex: string, other: string, share: number): string => {
  const base = rgbOf(other)
  return hexOf(
    rgbOf(hex).map((channel, i) => channel * share + (base[i] ?? 0) * (1 - share)) as never,
  )
}

/** Returns the strongest mix, up to a share, on which the colour stays readable. */
function softOf(color: string, surface: string, share: number): string {
  for (let part = share; part > 0.01; part -= 0.01) {
    const soft = mix(color, surface, part)
    if (contrastOf(color, soft) >= MIN_CONTRAST) return soft
  }
  return surface
}

function lightShades(color: string): AccentShades {
  const { l, c, h } = oklchOf(color)
  return {
    accent: color,
    hover: hexFrom({ l: Math.max(0, l - 0.06), c, h }),
    ink: '#ffffff',
    soft: softOf(color, LIGHT.surface, 0.12),
    line: mix(color, LIGHT.surface, 0.3),
  }
}

/** The same hue, light enough to be read on the dark surfaces. */
function darkShades(color: string): AccentShades {
  const { l, c, h } = oklchOf(color)
  const chroma = Math.min(c, 0.13)
  let lightness = clamp(l, 0.6, 0.95)
  const shadeAt = (at: number) => hexFrom({ l: at, c: chroma, h })
  while (lightness < 0.97 && contrastOf(shadeAt(lightness), DARK.surface) < DARK_CONTRAST)
    lightness += 0.005
  const accent = shadeAt(lightness)
  return {
    accent,
    hover: shadeAt(Math.min(1, lightness + 0.04)),
    ink: hexFrom({ l: 0.2, c: Math.min(c, 0.04), h }),
    soft: softOf(accent, DARK.surface, 0.16),
    line: mix(accent, DARK.surface, 0.34),
  }
}

/** The shades that the design was drawn with. */
const DEFAULT_THEME: AccentTheme = {
  light: {
    accent: DEFAULT_COLOR,
    hover: '#0b5a4f',
    ink: '#ffffff',
    soft: '#e2f0ec',
    line: '#b7d9d0',
  },
  dark: {
    accent: '#53c4b0',
    hover: '#6bd0be',
    ink: '#08201b',
    soft: '#16302b',
    line: '#24554b',
  },
}

/** Returns the shades of both themes for a colour such as `#2a5ea8`; null has the default ones. */
export const accentTheme = (color: string | null): AccentTheme =>
  color === null || color.toLowerCase() === DEFAULT_COLOR
    ? DEFAULT_THEME
    : { light: lightShades(color.toLowerCase()), dark: darkShades(color.toLowerCase()) }

interface AccentContrasts {
  /** White text on buttons. */
  button: number
  /** Links on the background of a page. */
  link: number
  /** Text on a selected row. */
  selected: number
  /** Links in the dark theme. */
  dark: number
}

/** The contrasts that decide whether a colour can be used. */
export function accentContrasts(color: string): AccentContrasts {
  const { light, dark } = accentTheme(color)
  return {
    button: contrastOf(light.ink, light.accent),
    link: contrastOf(light.accent, LIGHT.ground),
    selected: contrastOf(light.accent, light.soft),
    dark: contrastOf(dark.accent, DARK.surface),
  }
}

/** Whether text in and on a colour is readable in both themes. */
export const isReadableColor = (color: string): boolean =>
  Object.values(accentContrasts(color)).every(contrast => contrast >= MIN_CONTRAST)

const declarations = ({ accent, hover, ink, soft, line }: AccentShades): string =>
  `--accent:${accent};--accent-hover:${hover};--accent-ink:${ink};--accent-soft:${soft};--accent-line:${line}`

/**
 * Returns the style sheet that sets the tokens of a colour, or an empty one for the default. The
 * doubled selectors win over `tokens.css` wherever that is loaded.
 */
export function accentStyles(color: string | null): string {
  if (color === null || color.toLowerCase() === DEFAULT_COLOR) return ''
  const { light, dark } = accentTheme(color)
  return `:root:root{${declarations(light)}}:root:root[data-mantine-color-scheme="dark"]{${declarations(dark)}}`
}
