// @vitest-environment jsdom
import type { Problem } from '@coffer/contract/errors'
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import {
  find,
  settle,
  setUpRendering,
  show,
  submit,
  type,
  useLanguage,
} from '../../../test/render.tsx'
import { ApiError } from '../../lib/api.ts'
import { popups } from '../popups/popup-store.ts'
import { ReasonDialog } from './reason-dialog.tsx'

setUpRendering()

test('the suggested amount can be submitted in a language with decimal commas', async () => {
  await useLanguage('es')
  const call = vi.fn(async () => {})
  await show(
    <ReasonDialog
      title=""
      text=""
      confirm=""
      done=""
      money={{ currency: 'KWD', most: 12_345 }}
      call={call}
      onClose={() => {}}
    />,
  )
  await type(find<HTMLTextAreaElement>('textarea'), 'Paid twice')
  await submit()
  expect(call).toHaveBeenCalledExactlyOnceWith('Paid twice', 12_345, expect.any(String))
})

test('a call is repeated with its id until the payment provider refuses it', async () => {
  const refused = { code: 'subscription.gateway_rejected' } as Problem
  const failures = [new ApiError(0, null), new ApiError(502, refused), new ApiError(500, null)]
  const ids: string[] = []
  const call = async (_reason: string, _amount: number, id: string) => {
    ids.push(id)
    throw failures[ids.length - 1]
  }
  await show(<ReasonDialog title="" text="" confirm="" done="" call={call} onClose={() => {}} />)
  await type(find<HTMLTextAreaElement>('textarea'), 'Paid twice')
  for (const _ of failures) await submit()
  const [first, second, third] = ids
  expect([second === first, third === first]).toEqual([true, false])
})

/** Submits a reason and returns how the call is answered. */
async function submitReason(onClose: () => void) {
  const { promise, reject } = Promise.withResolvers<void>()
  await show(
    <ReasonDialog title="" text="" confirm="" done="" call={() => promise} onClose={onClose} />,
  )
  await type(find<HTMLTextAreaElement>('textarea'), 'Paid twice')
  await submit()
  return async () => {
    reject(new Error('lost'))
    await settle()
  }
}

test('a dialog stays open during its call, and keeps what was typed when that fails', async () => {
  const onClose = vi.fn()
  const fail = await submitReason(onClose)
  const cancel = new Event('cancel', { bubbles: true, cancelable: true })
  await act(async () => find('dialog').dispatchEvent(cancel))
  expect(onClose).not.toHaveBeenCalled()
  await fail()
  expect(find<HTMLTextAreaElement>('textarea').value).toBe('Paid twice')
  expect(find('[role="alert"]').textContent).toBe('popup_error.message')
  expect(popups.get()).toEqual([])
})

test('a call that fails after its page was left is reported', async () => {
  const fail = await submitReason(vi.fn())
  await show(null)
  await fail()
  expect(popups.get()).toMatchObject([{ title: 'popup_error.title' }])
})
