// @vitest-environment jsdom
import { MAX_FIELDS } from '@coffer/contract/document-type-editing'
import type { DocumentField } from '@coffer/contract/document-types'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { click, find, setUpRendering, showPage, submit, type } from '../../../test/render.tsx'
import { ApiError } from '../../lib/api.ts'
import { DocumentTypeForm, type SavedType } from './document-type-form.tsx'

setUpRendering()

const fields = ['A', 'A', 'C'].map(
  (name, index): DocumentField => ({ id: String(index), name, type: 'text', required: false }),
)
const saved = { name: 'Invoice', fields }

const showForm = (saved: SavedType, onSubmit = vi.fn()) =>
  showPage(() => (
    <DocumentTypeForm saved={saved} fieldsText="" submitLabel="" onSubmit={onSubmit} />
  ))

/** Shows the form after the server has rejected it. */
async function showRejected(messages: Record<string, string>, form: SavedType = saved) {
  const errors = Object.fromEntries(Object.entries(messages).map(([name, text]) => [name, [text]]))
  const problem = { message: 'Please check the form', errors }
  await showForm(form, vi.fn().mockRejectedValue(new ApiError(422, problem as never)))
  await submit()
}
const failure = () => find('form > [role="alert"]').textContent
const names = () => [...document.querySelectorAll<HTMLInputElement>('li input[maxlength="200"]')]
const errors = () => names().map(input => [input.value, input.ariaInvalid === 'true'])

describe('the error of a field', () => {
  beforeEach(async () => {
    await showRejected({ 'fields.1.name': 'Taken' })
    expect(errors()).toEqual([
      ['A', false],
      ['A', true],
      ['C', false],
    ])
  })

  test('disappears when the field is corrected', async () => {
    const [, rejected] = names()
    if (rejected) await type(rejected, 'B')
    expect(errors().filter(([, isInvalid]) => isInvalid)).toEqual([])
  })

  test('disappears with the field', async () => {
    const [, remove] = document.querySelectorAll<HTMLElement>('li > button:last-child')
    if (remove) await click(remove)
    expect(errors()).toEqual([
      ['A', false],
      ['C', false],
    ])
  })
})

test('the error of one option is shown at the options', async () => {
  const choice: DocumentField = { id: 'c', name: 'C', type: 'choice', required: false }
  const form = { name: 'Invoice', fields: [{ ...choice, options: ['One', 'Two'] }] }
  await showRejected({ 'fields.0.options.1': 'Too long' }, form)
  expect(find('textarea').ariaInvalid).toBe('true')
  expect(find('form').textContent).toContain('Too long')
  expect(failure()).toBe('')
})

test.each(['fields', 'fields.1.id', 'fields.1.options'])(
  'an error of %s, which has no input, is shown below the form',
  async name => {
    await showRejected({ [name]: 'Invalid' })
    expect(failure()).toBe('Please check the form')
  },
)

test('a field cannot be added to a form with as many as it can have', async () => {
  const full = Array.from({ length: MAX_FIELDS }, (_, index) => ({ ...fields[0], id: `${index}` }))
  await showForm({ name: 'Invoice', fields: full as DocumentField[] })
  const add = find<HTMLButtonElement>('ol ~ button')
  expect(add.disabled).toBe(true)
  expect(document.getElementById(add.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'admin_documents.fields_full',
  )
})
