// @vitest-environment jsdom
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  click,
  field,
  find,
  queries,
  settle,
  setUpRendering,
  showPage,
  stubCalls,
  submit,
  type,
  useConfig,
} from '../../test/render.tsx'
import { userQuery } from '../features/account/account.api.ts'
import { isSignedIn } from '../lib/session.ts'
import { CreateDocumentPage } from '../pages/admin/document-form.tsx'
import { CreatePagePage } from '../pages/admin/page-editor.tsx'
import { PopupHost } from '../ui/popups/popup-host.tsx'
import { popups } from '../ui/popups/popup-store.ts'
import { requireUser } from './guards.ts'
import { queryClient } from './query-client.ts'
import { followSessionEnd } from './session-end.ts'

setUpRendering()

const ENDED = {
  type: 'about:blank',
  code: 'auth.required',
  title: 'Please sign in',
  status: 401,
  detail: 'Expired',
  message: 'Expired',
}
let calls: ReturnType<typeof stubCalls>
let stop = () => {}
const saves = () => calls.filter(({ method }) => method === 'POST')
const question = () => popups.get()[0]
const button = (label: string) =>
  [...document.querySelectorAll<HTMLElement>('dialog button, dialog a')].find(
    ({ textContent }) => textContent === label,
  )
const press = async (label: string) => {
  const element = button(label)
  if (!element) throw new Error(`${label} is not offered.`)
  await click(element)
  await settle()
}

/** Answers the call that reads whether the user has signed in again. */
async function answerConfig(): Promise<void> {
  const read = await vi.waitFor(() => {
    const call = calls.find(({ path }) => path === '/api/config')
    if (!call) throw new Error('The configuration is not read.')
    return call
  }, 10_000)
  await read.answer(200, { isAuthenticated: true })
}

beforeEach(async () => {
  await useConfig({ isAuthenticated: true, locale: 'en', languages: [] })
  calls = stubCalls()
})

/** Opens the form and saves it with a name; the call waits for its answer. */
async function saveForm(Page: () => ReactNode) {
  const page = (
    <>
      <Page />
      <PopupHost />
    </>
  )
  const router = await showPage(() => page, '/form')
  stop()
  stop = followSessionEnd(router)
  const [slug, title] = document.querySelectorAll<HTMLInputElement>('input')
  if (Page === CreatePagePage && slug && title) {
    await type(slug, 'rules')
    await type(title, 'Rules')
    await type(find<HTMLTextAreaElement>('textarea'), 'First')
  } else await type(field('input:not([type])'), 'Contract')
  await submit()
  return router
}

test('a page that is being saved when the session ends keeps its text', async () => {
  const router = await saveForm(CreatePagePage)
  await saves()[0]?.answer(401, ENDED)
  expect(router.state.location.pathname).toBe('/form')
  expect(question()?.title).toBe('popups.session_ended_title')
  expect(find<HTMLTextAreaElement>('textarea').value).toBe('First')
})

test('sign-in is offered in a new tab, and saving works again after it', async () => {
  const router = await saveForm(CreatePagePage)
  await saves()[0]?.answer(401, ENDED)
  const link = button('popups.sign_in') as HTMLAnchorElement
  expect([link.getAttribute('href'), link.target]).toEqual(['/sign-in', '_blank'])
  await press('popups.sign_in')
  expect(popups.get()).toEqual([])
  // Still signed out: the server's message is shown.
  await submit()
  await saves()[1]?.answer(401, ENDED)
  expect(question()?.message).toBe('Expired')
  popups.set([])
  window.dispatchEvent(new Event('visibilitychange'))
  await answerConfig()
  expect(isSignedIn()).toBe(true)
  await submit()
  await saves()[2]?.answer(201, { data: { id: 'p', attributes: { slug: 'rules' } } })
  expect(router.state.location.pathname).toBe('/admin/pages/rules')
  expect(popups.get()).toEqual([])
})

test('a page that the user leaves after the session has ended leads to sign-in', async () => {
  const router = await saveForm(CreatePagePage)
  await saves()[0]?.answer(401, ENDED)
  await press('popups.leave')
  expect(router.state.location).toMatchObject({
    pathname: '/sign-in',
    search: { redirect: '/form' },
  })
})

test('a form is asked about while it is being saved, but not once it is saved', async () => {
  const router = await saveForm(CreateDocumentPage)
  void router.navigate({ to: '/' as never })
  await settle()
  expect(question()?.title).toBe('popups.leave_title')
  await press('popups.cancel')
  await saves()[0]?.answer(201, { data: { id: 'd' } })
  await calls.findLast(({ method }) => method === 'GET')?.answer(200, { data: [] })
  expect(router.state.location.pathname).toBe('/admin/documents')
  expect(popups.get()).toEqual([])
  expect(queries.isMutating()).toBe(0)
})

test('a page opens after a sign-in in another tab', async () => {
  await saveForm(CreatePagePage)
  await saves()[0]?.answer(401, ENDED)
  queryClient.setQueryData(userQuery.queryKey, {
    id: 'u',
    attributes: {},
    relationships: {},
  } as never)
  const visit = requireUser({ location: { href: '/next' } as never, preload: false })
  await answerConfig()
  await expect(visit).resolves.toBeUndefined()
})
