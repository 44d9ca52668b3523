// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { setUpRendering, show } from '../../../test/render.tsx'
import { Funding } from './funding.tsx'

setUpRendering()

test.each([
  ['EUR', ['€10', '€25', '€50']],
  ['JPY', ['¥1,000', '¥2,500', '¥5,000']],
  ['HUF', ['HUF\u00a05,000', 'HUF\u00a010,000', 'HUF\u00a025,000']],
  ['KWD', ['KWD\u00a010', 'KWD\u00a025', 'KWD\u00a050']],
])('suggests amounts in %s that are worth a payment', async (currency, amounts) => {
  await show(<Funding drivers={['stripe']} currency={currency} debt={{ amount: 0, currency }} />)
  const offered = [...document.querySelectorAll('label')].map(label => label.textContent)
  expect(offered.slice(0, 3)).toEqual(amounts)
})
