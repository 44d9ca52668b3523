import { social } from '@coffer/contract'
import type { Provider } from '@coffer/contract/social'
import { afterAll, beforeEach, expect } from 'vitest'
import { openMailApp } from './open-test-app.ts'
import { createSocialServer, SOCIAL_KEYS, type SocialPerson } from './social-server.ts'
import type { TestClient } from './test-client.ts'

/**
 * A server with sign-in through Google, GitHub and Facebook, and shortcuts for its browser steps.
 */
export async function openSocialApp() {
  const socialServer = await createSocialServer()
  afterAll(socialServer.close)
  const keys = { ...SOCIAL_KEYS, origin: socialServer.origin }
  const { t, mail } = await openMailApp({
    social: { google: keys, github: keys, facebook: keys },
  })
  beforeEach(async () => {
    socialServer.forge({})
    await t.deps.db.deleteFrom('rate_limits').execute()
  })
  let personCount = 0

  function newPerson(more: Partial<SocialPerson> = {}): SocialPerson & { email: string } {
    personCount += 1
    const email = `social-${personCount}@example.test`
    return {
      id: 1000 + personCount,
      name: `Social ${personCount}`,
      email,
      isVerified: true,
      ...more,
    }
  }

  const begin = (client: TestClient, provider: Provider, redirect?: string) =>
    client.call(social.socialRedirect, {
      params: { provider },
      query: { ...(redirect !== undefined && { redirect }) },
    })

  /** Follows the redirects to the provider and back, without the last request. */
  async function callbackPath(client: TestClient, provider: Provider, redirect?: string) {
    const reply = await begin(client, provider, redirect)
    expect(reply.status).toBe(200)
    const response = await fetch(reply.body.data.url, { redirect: 'manual' })
    const { pathname, search } = new URL(response.headers.get('location') ?? '')
    return pathname + search
  }

  async function comeBack(client: TestClient, path: string) {
    const reply = await client.send('GET', path)
    expect(reply.status).toBe(302)
    return reply.headers.get('location')
  }

  async function enterBy(
    provider: Provider,
    person: SocialPerson | undefined,
    client = t.anonymous(),
  ) {
    socialServer.visitBy(person)
    return comeBack(client, await callbackPath(client, provider))
  }

  return { t, mail, socialServer, newPerson, begin, callbackPath, comeBack, enterBy }
}
