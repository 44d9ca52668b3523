// @vitest-environment jsdom
import type { AdminUserDetail } from '@coffer/contract/admin-users'
import { useQuery } from '@tanstack/react-query'
import { act } from 'react'
import { describe, expect, test } from 'vitest'
import { queries, setUpRendering, showPage, stubCalls } from '../../../test/render.tsx'
import { popups } from '../../ui/popups/popup-store.ts'
import { toasts } from '../../ui/toasts/toast-store.ts'
import { type DetailsForm, useDetailsForm } from './details-form.ts'
import { userDetailQuery } from './users.api.ts'

setUpRendering()

const userOf = (first_name: string, others: object = {}) =>
  ({
    id: 'u',
    attributes: {
      first_name,
      last_name: 'B',
      email: 'a@b.example',
      role: 'user',
      invitation: null,
      ...others,
    },
    meta: { admin_restrictions: { canUpload: true, reason: null } },
  }) as unknown as AdminUserDetail

const problem = {
  type: 'about:blank',
  title: '',
  status: 409,
  detail: '',
  message: 'Not now',
  code: 'x',
}

let details: DetailsForm
function Form() {
  const { data } = useQuery({ ...userDetailQuery('u'), staleTime: Number.POSITIVE_INFINITY })
  details = useDetailsForm(data ?? userOf(''))
  return null
}

test('a part that was saved before another one was rejected is no longer a change', async () => {
  const calls = stubCalls()
  queries.setQueryData(userDetailQuery('u').queryKey, userOf('Ana'))
  await showPage(Form)
  await act(async () => {
    details.form.setFieldValue('first_name', 'Anna')
    details.form.setFieldValue('role', 'admin')
  })
  await act(async () => details.submit())
  await calls[0]?.answer(200, { data: userOf('Anna'), meta: { link: null } })
  expect(calls[1]?.path).toContain('role')
  await calls[1]?.answer(409, problem)
  await calls[2]?.answer(200, { data: userOf('Anna') })
  expect(details.failure).toBe('Not now')
  expect([details.isChanged('first_name'), details.isChanged('role')]).toEqual([false, true])
  await act(async () => details.discard())
  expect(details.form.values).toMatchObject({ first_name: 'Anna', role: 'user' })
})

test('after a rejection, fields that were not edited follow the changes of another admin', async () => {
  const calls = stubCalls()
  queries.setQueryData(userDetailQuery('u').queryKey, userOf('Ana'))
  await showPage(Form)
  await act(async () => details.form.setFieldValue('email', 'taken@b.example'))
  await act(async () => details.submit())
  await calls[0]?.answer(422, { ...problem, status: 422, errors: { email: ['Taken'] } })
  await calls[1]?.answer(200, { data: userOf('Anna', { role: 'admin' }) })
  expect(details.form.values).toMatchObject({
    first_name: 'Anna',
    role: 'admin',
    email: 'taken@b.example',
  })
  expect(details.form.errors).toEqual({ email: 'Taken' })
  await act(async () => details.submit())
  expect(calls[2]?.body).toEqual({ email: 'taken@b.example', email_change: 'confirm' })
  await calls[2]?.answer(200, { data: userOf('Anna', { role: 'admin' }), meta: { link: null } })
  expect(calls.slice(3).map(({ method }) => method)).toEqual(['GET'])
})

describe('the corrected email of an invited user', () => {
  const invitedAt = (email: string) => {
    const user = userOf('Ana')
    const invitation = { sent_at: '2026-01-01T00:00:00Z', expires_at: '2026-01-08T00:00:00Z' }
    return { ...user, attributes: { ...user.attributes, email, invitation } } as AdminUserDetail
  }
  const correct = async (link: object | null) => {
    toasts.set([])
    popups.set([])
    const calls = stubCalls()
    queries.setQueryData(userDetailQuery('u').queryKey, invitedAt('typo@b.example'))
    await showPage(Form)
    await act(async () => details.form.setFieldValue('email', 'ana@b.example'))
    await act(async () => details.submit())
    await calls[0]?.answer(200, { data: invitedAt('ana@b.example'), meta: { link } })
    await calls[1]?.answer(200, { data: invitedAt('ana@b.example') })
  }

  test('says that the invitation was sent', async () => {
    await correct(null)
    expect(toasts.get()).toMatchObject([{ message: 'admin_users.invited_user' }])
    expect(popups.get()).toEqual([])
  })

  test('shows the link of the invitation that no mail server sends', async () => {
    const url = 'https://files.example/create-new-password?token=a'
    await correct({ url, expires_at: '2030-01-02T03:04:05Z' })
    expect(popups.get()).toMatchObject([{ copied: url }])
    expect(toasts.get()).toEqual([])
  })
})

test('sends only the restrictions that were changed', async () => {
  const calls = stubCalls()
  queries.setQueryData(userDetailQuery('u').queryKey, userOf('Ana'))
  await showPage(Form)
  await act(async () => details.form.setFieldValue('canUpload', false))
  await act(async () => details.submit())
  expect(calls[0]).toMatchObject({ method: 'PUT', path: expect.stringContaining('restrictions') })
  expect(calls[0]?.body).toEqual({ canUpload: false })
})
