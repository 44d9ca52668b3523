// @vitest-environment jsdom
import type { DocumentType } from '@coffer/contract/document-types'
import { act } from 'react'
import { expect, test } from 'vitest'
import {
  find,
  queries,
  settle,
  setUpRendering,
  show,
  stubCalls,
  submit,
  type,
} from '../../../test/render.tsx'
import { undoLast } from '../../ui/toasts/undo.ts'
import { DocumentDialog } from './document-dialog.tsx'
import { documentTypesQuery } from './document-types.api.ts'
import { type Document, documentQuery } from './documents.api.ts'

setUpRendering()

const choice = { tipo_id: 'invoice', subcategory_id: null }
const fields = ['Number', 'Supplier'].map(name => ({
  id: name,
  name,
  type: 'text' as const,
  required: false,
}))
const invoice = {
  id: 'invoice',
  attributes: { name: 'Invoice', fields },
  relationships: { subcategories: { data: [] } },
} as unknown as DocumentType
const item = { id: 'i', type: 'file' as const, attributes: { name: 'a.pdf', ...choice } }
const cache = { patch: () => () => {}, refresh: async () => {} }
const ignore = () => {}

const documentWith = (values: Record<string, string>): Document => ({
  ...choice,
  tipo_nombre: 'Invoice',
  subcategory_nombre: null,
  document_status: 'entered',
  fields: fields.map(field => ({ ...field, value: values[field.id] ?? null })),
})
const setDocument = (values: Record<string, string>) =>
  act(async () => queries.setQueryData(documentQuery(item).queryKey, documentWith(values)))

const open = async () => {
  await show(<DocumentDialog items={[item]} cache={cache} onDone={ignore} onClose={ignore} />)
  await settle()
}
const input = (name: string) => {
  const label = [...document.querySelectorAll('label')].find(({ textContent }) =>
    textContent.startsWith(name),
  )
  return find<HTMLInputElement>(`#${CSS.escape(label?.htmlFor ?? '')}`)
}

test('a document that was just saved is shown when its dialog is opened again', async () => {
  const calls = stubCalls()
  queries.setQueryData(documentTypesQuery.queryKey, [invoice])
  await setDocument({ Number: '1', Supplier: 'Ann' })
  await open()
  await type(input('Number'), '2')
  await submit()
  const attributes = documentWith({ Number: '2', Supplier: 'Ann' })
  await calls[0]?.answer(200, { data: { id: 'i', type: 'document', attributes } })
  await show(null)
  await open()
  expect(input('Number').value).toBe('2')
})

test('values that others change meanwhile are shown and not overwritten', async () => {
  const calls = stubCalls()
  queries.setQueryData(documentTypesQuery.queryKey, [invoice])
  await setDocument({ Number: '1', Supplier: 'Ann' })
  await open()
  await type(input('Number'), '2')
  await setDocument({ Number: '1', Supplier: 'Ben' })
  await settle()
  expect(input('Supplier').value).toBe('Ben')
  expect(input('Number').value).toBe('2')
  await submit()
  expect(calls[0]?.body).toEqual({ values: { Number: '2' } })
})

test('undo empties the fields that a save filled in', async () => {
  const calls = stubCalls()
  queries.setQueryData(documentTypesQuery.queryKey, [invoice])
  await setDocument({ Number: '1' })
  await open()
  await type(input('Supplier'), 'Ann')
  await submit()
  const attributes = documentWith({ Number: '1', Supplier: 'Ann' })
  await calls[0]?.answer(200, { data: { id: 'i', type: 'document', attributes } })
  await act(async () => undoLast())
  expect(calls[1]?.body).toEqual({ ...choice, values: { Number: '1', Supplier: null } })
})

test('a date that is only partly typed is reported and not saved as empty', async () => {
  const calls = stubCalls()
  queries.setQueryData(documentTypesQuery.queryKey, [invoice])
  await setDocument({ Number: '1', Supplier: 'Ann' })
  await open()
  // The value of an incomplete date is empty.
  await type(input('Supplier'), '')
  input('Supplier').setCustomValidity('incomplete')
  await submit()
  expect(calls).toEqual([])
  input('Supplier').setCustomValidity('')
  await submit()
  expect(calls[0]?.body).toEqual({ values: { Supplier: null } })
})
