// @vitest-environment jsdom
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { expect, test } from 'vitest'
import {
  find,
  settle,
  setUpRendering,
  show,
  stubCalls,
  submit,
  type,
} from '../../../test/render.tsx'
import { DatabaseStep } from './database-step.tsx'

setUpRendering()

const progress = {
  database: {
    kind: 'postgres',
    host: 'one.example',
    port: 5432,
    name: 'coffer',
    username: 'coffer',
    encryption: 'required',
    failure: null,
  },
  locked: [],
  values: {},
} as never
const router = createRouter({
  routeTree: createRootRoute({ component: () => <DatabaseStep progress={progress} /> }),
  history: createMemoryHistory(),
})
const passed = { passed: true, contents: 'empty', took_ms: 3, problem: null, facts: {} }
const isReady = () => !find<HTMLButtonElement>('button[type=submit]').disabled

test('only a test of exactly these fields lets the setup continue', async () => {
  const calls = stubCalls()
  await show(<RouterProvider router={router as never} />)
  await settle()
  await submit()
  await type(find('input[value="one.example"]'), 'two.example')
  await calls[0]?.answer(200, { data: passed })
  expect(isReady()).toBe(false)
  await submit()
  await calls[1]?.answer(200, { data: passed })
  expect(isReady()).toBe(true)
})
