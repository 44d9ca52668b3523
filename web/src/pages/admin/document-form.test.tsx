// @vitest-environment jsdom
import type { DocumentType } from '@coffer/contract/document-types'
import { act } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
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
import { subcategoryQuery, typeQuery } from '../../features/document-types/document-types.api.ts'
import { closePopup, popups } from '../../ui/popups/popup-store.ts'
import {
  CreateDocumentPage,
  DocumentDetailsPage,
  SubcategoryDetailsPage,
} from './document-form.tsx'

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

test('a save names the version that was edited, also when a newer one was loaded since', async () => {
  await showInvoice()
  await type(name(), 'Mine')
  await setType(typeOf('Theirs'))
  await settle()
  await submit()
  expect(save()?.body).toMatchObject({ name: 'Mine', seen_updated_at: 'Invoice' })
})

test('a form that was just saved names the saved version', async () => {
  await showInvoice()
  await type(name(), 'Bill')
  await submit()
  await save()?.answer(200, { data: typeOf('Bill') })
  await lastRead()?.answer(200, { data: typeOf('Bill') })
  await type(name(), 'Bill of 2026')
  await submit()
  expect(calls.at(-1)?.body).toMatchObject({ seen_updated_at: 'Bill' })
})

const showSubcategory = async () => {
  const subcategory = typeOf('Invoice') as never
  await act(async () => queries.setQueryData(subcategoryQuery('d').queryKey, subcategory))
  await showPage(
    SubcategoryDetailsPage,
    '/admin/subcategories/$id/details',
    '/admin/subcategories/d/details',
  )
}

describe.each([
  ['type', showInvoice],
  ['subcategory', showSubcategory],
])('a save of a %s that a change of someone else rejects', (_, showForm) => {
  const problem = {
    type: 'about:blank',
    title: 'Someone else changed this document type',
    status: 409,
    detail: '',
    message: 'Your changes were not saved.',
    code: 'document_type.changed_concurrently',
  }
  const failure = () => find('form > [role="alert"]').textContent
  const answer = async (agreed: boolean) => {
    await act(async () => closePopup(popups.get()[0]?.id ?? 0, agreed))
    await settle()
  }
  beforeEach(async () => {
    await showForm()
    await type(name(), 'Mine')
    await submit()
    await save()?.answer(409, problem)
    expect(popups.get()[0]).toMatchObject({ title: problem.title })
  })

  test('keeps the typed values and says why', async () => {
    await answer(false)
    expect([name().value, failure()]).toEqual(['Mine', problem.message])
    await submit()
    expect(calls.at(-1)?.body).toMatchObject({ name: 'Mine', seen_updated_at: 'Invoice' })
  })

  test('shows the newer version on request', async () => {
    await answer(true)
    await lastRead()?.answer(200, { data: typeOf('Theirs') })
    expect([name().value, failure()]).toEqual(['Theirs', ''])
    await type(name(), 'Both')
    await submit()
    expect(calls.at(-1)?.body).toMatchObject({ name: 'Both', seen_updated_at: 'Theirs' })
  })

  test('keeps the typed values when the newer version cannot be loaded', async () => {
    await answer(true)
    await lastRead()?.answer(503, {})
    expect([name().value, failure()]).toEqual(['Mine', problem.message])
    expect(popups.get()[0]?.title).toBe('popup_error.title')
  })
})
