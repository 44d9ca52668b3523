import { PRODUCT_LOCALES } from '@coffer/contract'
import { expect, it } from 'vitest'
import { openTestApp } from './open-test-app.ts'
import { requestPath } from './upload-request-api.ts'

const t = await openTestApp()

it('every cookie is listed in the cookie policy in each language', async () => {
  const owner = await t.signIn()
  const { body: folder } = await owner.send('POST', '/api/create-folder', { name: 'Open' })
  const { body: share } = await owner.send('POST', '/api/share', {
    id: folder.data.id,
    type: 'folder',
    isPassword: true,
    password: 'open sesame',
  })
  const { body: uploadRequest } = await owner.send('POST', '/api/file-request', { name: 'Papers' })

  const visitor = t.anonymous()
  const newUser = { name: 'Ann Lee', email: 'ann@example.test', password: 'correct horse battery' }
  await visitor.send('POST', '/api/auth/sign-up/email', newUser)
  await visitor.send('POST', '/api/logout')
  await visitor.send('POST', '/api/auth/sign-in/email', { ...newUser, rememberMe: false })
  const { token } = share.data.attributes
  await visitor.send('POST', `/api/sharing/authenticate/${token}`, { password: 'open sesame' })
  await visitor.send('GET', `/api/sharing/${token}`)
  await visitor.send('GET', '/page/cookie-policy?lang=es')
  await visitor.send('GET', requestPath(uploadRequest.data.attributes.token))

  const names = [...visitor.cookies.keys()].map(name => name.replace(/_[0-9a-f-]{36}$/, '_…'))
  expect(names.length).toBeGreaterThanOrEqual(9)
  for (const locale of PRODUCT_LOCALES) {
    const headers = { 'accept-language': locale }
    const page = await t.anonymous().send('GET', '/api/page/cookie-policy', undefined, { headers })
    for (const name of names) expect(page.body.data.attributes.content, locale).toContain(name)
  }
})
