// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { click, find, setUpRendering, show, stubCalls } from '../../../test/render.tsx'
import { JobsCard } from './jobs-card.tsx'

setUpRendering()

const job = (id: string) => ({
  id,
  type: 'job',
  attributes: { name: id, reason: null, attempt: 1, run_at: '2026-11-20T08:00:00.000Z' },
})
const pageOf = (jobs: unknown[], lastPage: number) => ({
  data: jobs,
  meta: {
    counts: { failed: 20, waiting: 0, running: 0 },
    paginate: { currentPage: 1, lastPage, perPage: 20, total: 20 * lastPage },
  },
})

test('moves to the last page when the jobs of a later one were removed', async () => {
  const calls = stubCalls()
  await show(<JobsCard />)
  await calls.at(-1)?.answer(200, pageOf([job('first')], 2))
  const buttons = [...document.querySelectorAll<HTMLElement>('button')]
  await click(buttons.find(({ textContent }) => textContent === 'server_status.next') ?? find('x'))
  expect(calls.at(-1)?.path).toContain('page=2')
  await calls.at(-1)?.answer(200, pageOf([], 1))
  expect(document.body.textContent).not.toContain('server_status.none_failed')
  expect(document.body.textContent).toContain('first')
})

test('a job is retried once when its button is pressed twice', async () => {
  const calls = stubCalls()
  await show(<JobsCard />)
  await calls.at(-1)?.answer(200, pageOf([job('first')], 1))
  calls.length = 0
  await click(find('[aria-label="server_status.retry"]'))
  await click(find('[aria-label="server_status.retry"]'))
  expect(calls).toHaveLength(1)
})
