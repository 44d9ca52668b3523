// @vitest-environment jsdom
import type { DocumentType } from '@coffer/contract/document-types'
import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
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
} from '../../../test/render.tsx'
import { typeQuery } from '../../features/document-types/document-types.api.ts'
import { CreateDocumentPage, DocumentDetailsPage } from './document-form.tsx'

setUpRendering()

const typeOf = (name: string, fields: DocumentType['attributes']['fields'] = []) =>
  ({ id: 'd', attributes: { name, fields, updated_at: name } }) as unknown as DocumentType
const setType = (type: DocumentType) =>
  act(async () => queries.setQueryData(typeQuery('d').queryKey, type))

let calls: ReturnType<typeof stubCalls>
const name = () => field('input[maxlength="200"]')
const lastRead = () => calls.filter(({ method }) => method === 'GET').at(-1)
const save = () => calls.find(({ method }) => method !== 'GET')

beforeEach(async () => {
  await useConfig({})
  calls = stubCalls()
})

async function showInvoice() {
  await setType(typeOf('Invoice'))
  await showPage(DocumentDetailsPage, '/admin/document/$id/details', '/admin/document/d/details')
}

test('a type follows changes of others unless it is being edited', async () => {
  await showInvoice()
  await setType(typeOf('Bill'))
  await settle()
  expect(name().value).toBe('Bill')
  await type(name(), 'Supplier bill')
  await setType(typeOf('Receipt'))
  await settle()
  expect(name().value).toBe('Supplier bill')
})

test('what is typed while a type is being saved is kept, and new fields get their ids', async () => {
  await showInvoice()
  await click(find('button[type=button]:last-of-type'))
  name().focus()
  await type(name(), 'Bill')
  await submit()
  await type(name(), 'Bill of 2026')
  const saved = typeOf('Bill', [{ id: 'f', name: '', type: 'text', required: false }])
  await save()?.answer(200, { data: saved })
  await lastRead()?.answer(200, { data: saved })
  expect(name().value).toBe('Bill of 2026')
  expect(document.activeElement).toBe(name())
  await submit()
  expect(calls.at(-1)?.body).toMatchObject({ name: 'Bill of 2026', fields: [{ id: 'f' }] })
})

test('a new type is created or cancelled by the buttons of the header', async () => {
  await showPage(CreateDocumentPage, '/admin/document/create', '/admin/document/create')
  await type(name(), 'Permit')
  expect(find('header a[href="/admin/documents"][class*=cancel]').textContent).not.toBe('')
  await click(find('header button[type=submit]'))
  expect(save()?.body).toMatchObject({ name: 'Permit', fields: [] })
})
