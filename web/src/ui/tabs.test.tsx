// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { setUpRendering, show } from '../../test/render.tsx'
import { Tabs } from './tabs.tsx'

setUpRendering()

test('the current tab is scrolled into view, as narrow screens do not show all tabs', async () => {
  const scrolled: string[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this.textContent)
  })
  await show(
    <Tabs label="Sections">
      <a href="/details">Details</a>
      <a href="/delete" aria-current="page">
        Delete
      </a>
    </Tabs>,
  )
  expect(scrolled).toEqual(['Delete'])
})
