// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubMatchMedia } from '../../../test/match-media.ts'
import { AdminTable } from './admin-table.tsx'
import type { AdminColumn } from './types.ts'
import type { RowsQuery } from './use-table-content.ts'
import { useTableState } from './use-table-state.ts'

interface Row {
  id: string
  name: string
  size: number
}

const FILTERS = { role: ['admin', 'user'] } as const
const ORDER = { sort: 'name', direction: 'asc' } as const
const COLUMNS: AdminColumn<Row>[] = [
  { id: 'name', label: 'Name', width: 100, sort: 'asc', cell: row => row.name },
  { id: 'size', label: 'Size', width: 80, sort: 'desc', align: 'end', cell: row => row.size },
]

const rowsOf = (data: Row[], total = data.length): RowsQuery<Row> => ({
  data: { data, meta: { paginate: { total }, is_capped: false } },
  error: null,
  isPlaceholderData: false,
  refetch: vi.fn(),
})
const ROWS = [
  { id: 'a', name: 'Ada', size: 1 },
  { id: 'b', name: 'Ben', size: 2 },
]

let query: RowsQuery<Row>
let countFound: (() => Promise<number>) | undefined
let root: Root
let router: ReturnType<typeof makeRouter>
const opened = vi.fn()
const selectedCounts: number[] = []

function Page() {
  const state = useTableState(FILTERS, ORDER)
  return (
    <AdminTable<Row>
      name="test"
      label="People"
      state={state}
      query={query}
      columns={COLUMNS}
      rowId={row => row.id}
      rowName={row => row.name}
      onOpen={opened}
      bulkActions={({ count }) => {
        selectedCounts.push(count)
        return []
      }}
      {...(countFound && { countFound })}
      card={row => ({ title: row.name })}
      found="2 users"
      empty={{ icon: Users, title: 'No users yet', text: 'Add someone.' }}
    />
  )
}

const makeRouter = (url: string) =>
  createRouter({
    routeTree: createRootRoute({ component: Page }),
    history: createMemoryHistory({ initialEntries: [url] }),
  })

async function open(url: string, shown: RowsQuery<Row>): Promise<void> {
  query = shown
  router = makeRouter(url)
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => {
    root.render(
      <MantineProvider env="test">
        <RouterProvider router={router as never} />
      </MantineProvider>,
    )
    await router.load()
  })
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  stubMatchMedia()
})

afterEach(() => {
  act(() => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
  opened.mockClear()
  countFound = undefined
})

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
const rows = () => all('tbody tr[data-id]')
const press = (element: Element | null | undefined, key: string, keys: KeyboardEventInit = {}) =>
  act(async () => {
    element?.dispatchEvent(
      new KeyboardEvent('keydown', { key, ...keys, bubbles: true, cancelable: true }),
    )
  })
const click = (element: HTMLElement | undefined) => act(async () => element?.click())

test('the order is kept in the URL and exposed to assistive technology', async () => {
  await open('/?sort=size&direction=desc', rowsOf(ROWS))
  const sorts = () => all('th[aria-sort]').map(head => head.getAttribute('aria-sort'))
  expect(sorts()).toEqual(['none', 'descending'])
  await click(all('th button').find(button => button.textContent === 'Name'))
  expect(router.state.location.search).toMatchObject({ sort: 'name', direction: 'asc' })
  expect(sorts()).toEqual(['ascending', 'none'])
})

test('another order returns to the first page and keeps the filters', async () => {
  await open('/?page=2&role=user', rowsOf(ROWS, 120))
  await click(all('th button').find(button => button.textContent === 'Size'))
  expect(router.state.location.search).toEqual({ role: 'user', sort: 'size', direction: 'desc' })
})

test('arrow keys move between rows, Space selects and Enter opens', async () => {
  await open('/', rowsOf(ROWS))
  act(() => rows()[0]?.focus())
  await press(document.activeElement, ' ')
  await press(document.activeElement, 'ArrowDown')
  expect(document.activeElement).toBe(rows()[1])
  expect(rows().map(row => row.getAttribute('aria-selected'))).toEqual(['true', 'false'])
  await press(document.activeElement, 'Enter')
  expect(opened).toHaveBeenCalledWith(ROWS[1])
})

test.each([
  ['End', 1, ['false', 'true', 'true', 'true']],
  ['Home', 2, ['true', 'true', 'true', 'false']],
])('Shift and %s select all rows up to there', async (key, from, selected) => {
  const more = ['c', 'd'].map(id => ({ id, name: id, size: 3 }))
  await open('/', rowsOf([...ROWS, ...more]))
  act(() => rows()[from]?.focus())
  await press(document.activeElement, key, { shiftKey: true })
  expect(rows().map(row => row.getAttribute('aria-selected'))).toEqual(selected)
})

test('the menu of columns says which of them are shown', async () => {
  await open('/', rowsOf(ROWS))
  await click(all('[aria-label="table.columns"]')[0])
  const entries = () => all('[role="menuitemcheckbox"]')
  const shown = () => [entries()[0]?.ariaChecked, all('th[aria-sort]').length]
  expect(entries().map(entry => entry.textContent)).toEqual(['Size'])
  expect(shown()).toEqual(['true', 2])
  await click(entries()[0])
  expect(shown()).toEqual(['false', 1])
  await click(entries()[0])
  expect(shown()).toEqual(['true', 2])
})

test('everything found can be selected, except single rows', async () => {
  await open('/', rowsOf(ROWS, 120))
  await click(all('footer button').at(-1))
  expect(rows().map(row => row.getAttribute('aria-selected'))).toEqual(['true', 'true'])
  await click(all('tbody input')[0])
  expect(rows().map(row => row.getAttribute('aria-selected'))).toEqual(['false', 'true'])
})

test('more rows than are counted are selected with their exact number', async () => {
  const capped = rowsOf(ROWS, 10_000)
  if (capped.data) capped.data.meta.is_capped = true
  countFound = vi.fn(async () => 25_000)
  await open('/', capped)
  const choice = all('footer button').at(-1)
  expect(choice?.textContent).toBe('table.select_all_found')
  await click(choice)
  await click(all('tbody input')[0])
  expect(selectedCounts.at(-1)).toBe(24_999)
})

test('a row shows its new values after a refetch', async () => {
  await open('/', rowsOf(ROWS))
  query = rowsOf([{ id: 'a', name: 'Ada', size: 7 }, ...ROWS.slice(1)])
  await act(async () => router.navigate({ to: '.', search: { role: 'user' } as never }))
  expect(rows()[0]?.textContent).toContain('7')
})

test('an empty list and a list without results differ', async () => {
  await open('/', rowsOf([]))
  expect(document.body.textContent).toContain('No users yet')
  act(() => root.unmount())
  await open('/?role=admin', rowsOf([]))
  expect(document.body.textContent).toContain('table.nothing')
  expect(document.body.textContent).not.toContain('No users yet')
})

test('a failed list offers to try again', async () => {
  const failed = { ...rowsOf([]), data: undefined, error: new Error('offline') }
  await open('/', failed)
  await click(all('[role="alert"] button')[0])
  expect(failed.refetch).toHaveBeenCalledOnce()
})

test('a page beyond the last one leads to the last', async () => {
  await open('/?page=9', rowsOf([], 120))
  expect(router.state.location.search).toEqual({ page: 3 })
})
