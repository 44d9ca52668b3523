// @vitest-environment jsdom
import type { FilledField } from '@coffer/contract/documents'
import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { field as input, settle, setUpRendering, show, type } from '../../../test/render.tsx'
import { ApiError } from '../../lib/api.ts'
import { toasts } from '../../ui/toasts/toast-store.ts'
import { AutoField } from './auto-field.tsx'

setUpRendering()

const field = { id: 'f', name: 'Number', type: 'text', required: false, value: null }
beforeEach(() => toasts.set([]))

/** Types a value and leaves the field. @returns what was saved, and a function that rejects it */
async function enter(value: string) {
  const { promise, reject } = Promise.withResolvers<void>()
  const onSave = vi.fn(() => promise)
  await show(<AutoField field={field as unknown as FilledField} onSave={onSave} />)
  await type(input('input'), value)
  await act(async () => {
    input('input').focus()
    input('input').blur()
  })
  return { onSave, fail: () => reject(new ApiError(0, null)) }
}

test('a value is sent once when the field is closed while it is saved', async () => {
  const { onSave } = await enter('12')
  await show(null)
  expect(onSave).toHaveBeenCalledExactlyOnceWith('12')
})

test('a value that is rejected after the field was closed is reported', async () => {
  const { fail } = await enter('12')
  await show(null)
  fail()
  await settle()
  expect(toasts.get()).toMatchObject([{ kind: 'danger', message: 'auto_save.failed' }])
})
