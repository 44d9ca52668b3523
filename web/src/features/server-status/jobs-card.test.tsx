// @vitest-environment jsdom
import type { JobState } from '@coffer/contract/jobs'
import { expect, test, vi } from 'vitest'
import {
  type Call,
  click,
  find,
  settle,
  setUpRendering,
  showPage,
  stubCalls,
} from '../../../test/render.tsx'
import { PopupHost } from '../../ui/popups/popup-host.tsx'
import { toasts } from '../../ui/toasts/toast-store.ts'
import { JobsCard } from './jobs-card.tsx'

setUpRendering()

const job = (id: string, state: JobState = 'failed') => ({
  id,
  type: 'job',
  attributes: {
    name: `job.${id}`,
    state,
    reason: `Reason of ${id}`,
    attempt: 1,
    run_at: '2026-11-20T08:00:00.000Z',
    created_at: '2026-11-20T08:00:00.000Z',
  },
})
const pageOf = (jobs: unknown[], total = jobs.length) => ({
  data: jobs,
  meta: {
    counts: { failed: total, waiting: 0, running: 0 },
    paginate: { currentPage: 1, lastPage: 1, perPage: 50, from: 1, to: jobs.length, total },
  },
})

async function open(url: string, jobs: unknown[], total?: number): Promise<Call[]> {
  const calls = stubCalls()
  await showPage(
    () => (
      <>
        <JobsCard />
        <PopupHost />
      </>
    ),
    '/',
    url,
  )
  await calls.at(-1)?.answer(200, pageOf(jobs, total))
  return calls
}

const button = (label: string, within: ParentNode = document): HTMLElement => {
  const match = [...within.querySelectorAll<HTMLElement>('button')].find(
    element => element.ariaLabel === label || element.textContent === label,
  )
  if (!match) throw new Error(`There is no button ${label}.`)
  return match
}
const checkboxes = () => [...document.querySelectorAll<HTMLElement>('tbody input[type=checkbox]')]
const text = () => document.body.textContent

async function select(count: number): Promise<void> {
  for (const box of checkboxes().slice(0, count)) await click(box)
  await settle()
}
/** The bar of actions, which is loaded with the first selection. */
async function bar(): Promise<HTMLElement> {
  while (!document.querySelector('[role="toolbar"]')) await settle()
  return find('[role="toolbar"]')
}

test('shows failed jobs with their reasons', async () => {
  const calls = await open('/', [job('a')])
  expect(calls[0]?.path).toContain('state=failed')
  expect(text()).toContain('job.a')
  expect(text()).toContain('Reason of a')
})

test('retries the selected jobs with one call, also when its button is pressed twice', async () => {
  const calls = await open('/', [job('a'), job('b'), job('c')])
  await select(2)
  calls.length = 0
  await click(button('server_status.retry', await bar()))
  await click(button('server_status.retry', await bar()))
  expect(calls.map(({ path, body }) => [path, body])).toEqual([
    ['/api/admin/jobs/retry', { selection: { ids: ['a', 'b'] } }],
  ])
  await calls[0]?.answer(200, { data: { count: 2 } })
  await calls.at(-1)?.answer(200, pageOf([job('c')]))
  await calls.at(-2)?.answer(200, pageOf([job('c')]))
  expect(document.querySelector('[role="toolbar"]')).toBeNull()
  expect(toasts.get()).toHaveLength(1)
})

test('discards all jobs of a state except some, after confirmation', async () => {
  const calls = await open('/', [job('a'), job('b')], 70)
  await click(button('table.select_found'))
  await settle()
  await click(checkboxes()[0] as HTMLElement)
  calls.length = 0
  await click(button('server_status.discard', await bar()))
  await settle()
  expect(calls).toEqual([])
  expect(text()).toContain('server_status.discard_many_title')
  await click(button('server_status.discard', find('dialog')))
  await settle()
  expect(calls[0]).toMatchObject({
    path: '/api/admin/jobs/discard',
    body: { selection: { state: 'failed', except: ['a'] } },
  })
})

test('shows a call that failed, and keeps the jobs', async () => {
  const calls = await open('/', [job('a'), job('b')])
  await select(1)
  calls.length = 0
  await click(button('server_status.retry', await bar()))
  await calls[0]?.answer(404, { code: 'job.not_found', message: 'Not there' })
  await settle()
  expect(text()).toContain('popup_error.title')
  expect(text()).toContain('job.a')
})

test('offers no retry for waiting jobs, and nothing for running ones', async () => {
  await open('/?state=waiting', [job('a', 'waiting')])
  await select(1)
  expect((await bar()).textContent).not.toContain('server_status.retry')
  expect((await bar()).textContent).toContain('server_status.discard')
})

test('running jobs cannot be selected', async () => {
  await open('/?state=running', [job('a', 'running')])
  expect(text()).toContain('job.a')
  expect(checkboxes()).toEqual([])
})

test('another state is in the address, and clears the selection', async () => {
  const calls = await open('/', [job('a')])
  await select(1)
  await click(button('server_status.job_waiting0'))
  await settle()
  expect(calls.at(-1)?.path).toContain('state=waiting')
  await calls.at(-1)?.answer(200, pageOf([]))
  expect(text()).toContain('server_status.none_waiting')
  expect(document.querySelector('[role="toolbar"]')).toBeNull()
})

test('says that there are no failed jobs, or that they could not be loaded', async () => {
  const calls = await open('/', [])
  expect(text()).toContain('server_status.none_failed')
  await click(button('server_status.job_running0'))
  await settle()
  await calls.at(-1)?.answer(500, { code: 'server.internal', message: 'No' })
  expect(find('[role="alert"]').textContent).toContain('table.failed')
})

test('moves to the last page when the jobs of a later one were removed', async () => {
  const calls = await open('/?page=2', [], 20)
  expect(calls.at(-1)?.path).toContain('page=1')
})

test('shows cards with a menu on a phone', async () => {
  const noListener = () => undefined
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: noListener,
    removeEventListener: noListener,
  }))
  await open('/', [job('a')])
  const menu = button('table.menu_of')
  expect(menu.closest('li')?.textContent).toContain('Reason of a')
})
