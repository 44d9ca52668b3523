// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { setUpRendering, showPage, useConfig } from '../../../test/render.tsx'
import { SignUpPage } from './sign-up.tsx'

setUpRendering()
beforeEach(() => useConfig({ allowRegistration: false }))

const showAt = (search: string) => showPage(SignUpPage, '/entry/sign-up', `/entry/sign-up${search}`)

test('offers no form while registration is closed', async () => {
  await showAt('?invitation=a')
  expect(document.querySelector('form')).toBeNull()
})

test('offers the form to the recipient of an invitation while registration is closed', async () => {
  await showAt('?invitation=a&token=b')
  expect(document.querySelector('form')).not.toBeNull()
})
