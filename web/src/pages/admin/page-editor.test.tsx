// @vitest-environment jsdom
import type { EditablePage } from '@coffer/contract/pages'
import { beforeEach, expect, test } from 'vitest'
import {
  field,
  find,
  queries,
  setUpRendering,
  showPage,
  stubCalls,
  submit,
  type,
  useConfig,
} from '../../../test/render.tsx'
import { pageQuery } from '../../features/pages-editor/pages.api.ts'
import { CreatePagePage, EditPagePage } from './page-editor.tsx'

setUpRendering()

let calls: ReturnType<typeof stubCalls>
const save = () => calls.find(({ method }) => method !== 'GET')
const texts = { en: { title: 'Rules', content: 'First' } }
const page = {
  id: 'p',
  attributes: { slug: 'rules', title: 'Rules', visibility: 'draft', texts, locales: ['en'] },
} as unknown as EditablePage
const isHeld = () => find('textarea').closest('[inert]') !== null

beforeEach(async () => {
  await useConfig({ locale: 'en', host: 'http://localhost' })
  calls = stubCalls()
})

async function showEditor() {
  queries.setQueryData(pageQuery('rules').queryKey, page)
  await showPage(EditPagePage, '/admin/pages/$slug', '/admin/pages/rules')
}

test('nothing can be typed while a page is being created', async () => {
  await showPage(CreatePagePage, '/admin/page/create')
  const [slug, title] = document.querySelectorAll<HTMLInputElement>('input')
  if (slug) await type(slug, 'rules')
  if (title) await type(title, 'Rules')
  await type(find<HTMLTextAreaElement>('textarea'), 'First')
  await submit()
  expect(isHeld()).toBe(true)
  await save()?.answer(503, {})
  expect(isHeld()).toBe(false)
})

test('nothing can be typed while the address of a page is being changed', async () => {
  await showEditor()
  await type(field('input'), 'terms')
  await submit()
  expect(isHeld()).toBe(true)
})

test('a page at the same address can be edited while it is being saved', async () => {
  await showEditor()
  await type(find<HTMLTextAreaElement>('textarea'), 'Second')
  await submit()
  expect(save()).toBeDefined()
  expect(isHeld()).toBe(false)
})
