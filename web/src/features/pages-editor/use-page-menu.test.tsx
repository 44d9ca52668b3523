// @vitest-environment jsdom
import type { PageEntry } from '@coffer/contract/pages'
import { expect, test } from 'vitest'
import { settle, setUpRendering, showHook, stubCalls } from '../../../test/render.tsx'
import { usePageMenu } from './use-page-menu.ts'

setUpRendering()

const ALL = ['terms', 'privacy', 'about', 'jobs', 'press'].map(
  (slug, position) =>
    ({
      id: slug,
      attributes: { slug, position, title: slug, visibility: 'public', is_required: true },
    }) as PageEntry,
)
const shown = ALL.filter(({ id }) => ['privacy', 'jobs', 'press'].includes(id))

async function showMenu(id: string) {
  const menu = await showHook(() => usePageMenu(shown))
  const page = shown.find(entry => entry.id === id) as PageEntry
  return menu()(page).filter(({ label }) => label.startsWith('pages.move'))
}

test('a page moves past the next shown page only, and keeps the order of all others', async () => {
  const calls = stubCalls()
  const [up] = await showMenu('jobs')
  up?.run()
  await settle()
  await calls[0]?.answer(200, { data: ALL, meta: {} })
  expect(calls[1]).toMatchObject({
    method: 'PUT',
    body: { slugs: ['terms', 'jobs', 'privacy', 'about', 'press'] },
  })
})

test('a page moves down past the pages that are hidden by a filter', async () => {
  const calls = stubCalls()
  const [down] = await showMenu('privacy')
  down?.run()
  await settle()
  await calls[0]?.answer(200, { data: ALL, meta: {} })
  expect(calls[1]?.body).toEqual({ slugs: ['terms', 'about', 'jobs', 'privacy', 'press'] })
})

test.each([
  ['privacy', ['pages.move_down']],
  ['jobs', ['pages.move_up', 'pages.move_down']],
  ['press', ['pages.move_up']],
])('%s can be moved only among the shown pages', async (id, labels) => {
  expect((await showMenu(id)).map(({ label }) => label)).toEqual(labels)
})
