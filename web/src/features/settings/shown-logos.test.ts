import { expect, it } from 'vitest'
import { shownLogos } from './shown-logos.ts'

it('lets the logo stand in for missing icons, and each for its dark one', () => {
  const urls: Record<string, string> = { app_logo: '/a', app_logo_horizontal: '/b' }
  const shown = shownLogos(name => urls[name] ?? null)
  expect(shown.app_logo).toEqual({ url: '/a', from: null })
  expect(shown.app_favicon).toEqual({ url: '/a', from: 'app_logo' })
  expect(shown.app_logo_horizontal_dark).toEqual({ url: '/b', from: 'app_logo_horizontal' })
  expect(shown.app_og_image).toEqual({ url: null, from: null })
})

it('prefers a picture of its own', () => {
  const shown = shownLogos(name => `/${name}`)
  expect(shown.app_favicon).toEqual({ url: '/app_favicon', from: null })
})
