// @vitest-environment jsdom
import type { Share } from '@coffer/contract/shares'
import { useQuery } from '@tanstack/react-query'
import { act } from 'react'
import { expect, test } from 'vitest'
import {
  type Call,
  click,
  find,
  queries,
  setUpRendering,
  show,
  stubCalls,
  type,
} from '../../../test/render.tsx'
import { shareWith } from '../../../test/share.ts'
import { ShareSettings } from './share-settings.tsx'
import { shareQuery } from './shares.api.ts'

setUpRendering()

const cache = { patch: () => () => {}, refresh: async () => {} }

function Settings() {
  const { data } = useQuery(shareQuery('t'))
  return data ? <ShareSettings share={data} cache={cache} /> : null
}

async function showSettings(): Promise<Call[]> {
  const calls = stubCalls()
  queries.setQueryData(shareQuery('t').queryKey, shareWith())
  await show(<Settings />)
  return calls
}
const answer = (call: Call | undefined, changed: Partial<Share['attributes']>) =>
  call?.answer(200, { data: shareWith(changed) })

const limitField = () => find<HTMLInputElement>('input[inputmode=numeric]')
const PASSWORD = 'input[autocomplete=new-password]'
const SUBMIT = 'button[type=submit]'
const leave = (field: HTMLElement) =>
  act(async () => field.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
const chooseExpiry = (hours: string) =>
  act(async () => {
    const select = find<HTMLSelectElement>('select')
    select.value = hours
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })

test('a download limit that is typed while another one is being saved is kept', async () => {
  const calls = await showSettings()
  await type(limitField(), '5')
  await leave(limitField())
  await type(limitField(), '50')
  await answer(calls[0], { download_limit: 5 })
  expect(limitField().value).toBe('50')
})

test('a password that is typed while another one is being saved does not count as set', async () => {
  const calls = await showSettings()
  await click(find('[role=switch]'))
  await type(find(PASSWORD), 'first-one')
  await click(find(SUBMIT))
  await type(find(PASSWORD), 'second-one')
  await answer(calls[0], { protected: true })
  expect(find<HTMLInputElement>(PASSWORD).value).toBe('second-one')
})

test('a password is set once when the button is pressed twice', async () => {
  const calls = await showSettings()
  await click(find('[role=switch]'))
  await type(find(PASSWORD), 'first-one')
  await click(find(SUBMIT))
  await click(find(SUBMIT))
  await answer(calls[0], { protected: true })
  expect(calls).toHaveLength(1)
})

test('protection that is switched off while its password is being saved ends switched off', async () => {
  const calls = await showSettings()
  await click(find('[role=switch]'))
  await type(find(PASSWORD), 'first-one')
  await click(find(SUBMIT))
  await click(find('[role=switch]'))
  await answer(calls[0], { protected: true })
  expect(calls[1]?.body).toEqual({ protected: false })
})

test('changes are saved one after the other, and the last one is shown', async () => {
  const calls = await showSettings()
  await chooseExpiry('24')
  await chooseExpiry('1')
  expect(calls).toHaveLength(1)
  await answer(calls[0], { expire_in: 24, expires_at: '2030-01-02T00:00:00Z' })
  expect(find<HTMLSelectElement>('select').value).toBe('1')
  await answer(calls[1], { expire_in: 1, expires_at: '2030-01-01T00:00:00Z' })
  expect(find<HTMLSelectElement>('select').value).toBe('1')
})
