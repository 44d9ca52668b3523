// @vitest-environment jsdom
import { Star } from 'lucide-react'
import { expect, test } from 'vitest'
import { find, setUpRendering, show } from '../../test/render.tsx'
import { Icon } from './icon.tsx'

setUpRendering()

// APP-24
test.each([
  [undefined, '24'],
  [18, '18'],
  ['18', '18'],
  ['1x', '24'],
  ['1.5x', '36'],
  ['0.75x', '18'],
] as const)('an icon of size %s is %s px wide and high', async (size, px) => {
  await show(<Icon icon={Star} {...(size !== undefined && { size })} />)
  expect(find('svg').getAttribute('width')).toBe(px)
  expect(find('svg').getAttribute('height')).toBe(px)
})

test('is decorative, with the stroke of its place', async () => {
  await show(<Icon icon={Star} strokeWidth={2} className="mark" />)
  expect(find('svg.mark').getAttribute('aria-hidden')).toBe('true')
  expect(find('svg').getAttribute('stroke-width')).toBe('2')
})
