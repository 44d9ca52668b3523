// @vitest-environment jsdom
import type { DocumentField } from '@coffer/contract/document-types'
import { beforeEach, expect, test } from 'vitest'
import { click, setUpRendering, showPage, submit, type } from '../../../test/render.tsx'
import { ApiError } from '../../lib/api.ts'
import { DocumentTypeForm } from './document-type-form.tsx'

setUpRendering()

const fields = ['A', 'A', 'C'].map(
  (name, index): DocumentField => ({ id: String(index), name, type: 'text', required: false }),
)
const saved = { name: 'Invoice', fields }

async function reject(): Promise<undefined> {
  throw new ApiError(422, { errors: { 'fields.1.name': ['Taken'] } } as never)
}
const names = () => [...document.querySelectorAll<HTMLInputElement>('li input[maxlength="200"]')]
const errors = () => names().map(input => [input.value, input.ariaInvalid === 'true'])

beforeEach(async () => {
  await showPage(() => (
    <DocumentTypeForm saved={saved} fieldsText="" submitLabel="" onSubmit={reject} />
  ))
  await submit()
  expect(errors()).toEqual([
    ['A', false],
    ['A', true],
    ['C', false],
  ])
})

test('the error of a field goes when the field is corrected', async () => {
  const [, rejected] = names()
  if (rejected) await type(rejected, 'B')
  expect(errors().filter(([, isInvalid]) => isInvalid)).toEqual([])
})

test('the error of a field goes with the field', async () => {
  const [, remove] = document.querySelectorAll<HTMLElement>('li > button:last-child')
  if (remove) await click(remove)
  expect(errors()).toEqual([
    ['A', false],
    ['C', false],
  ])
})
