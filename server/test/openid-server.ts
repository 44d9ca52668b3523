import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration, type KoaContextWithOIDC } from 'oidc-provider'

export interface OpenidPerson {
  sub: string
  name: string
  email?: string
  email_verified?: boolean
  groups?: string[]
  /** Claims that are absent from the id token. */
  userinfo?: { groups?: string[] }
}

export const OPENID_CLIENT = { id: 'coffer-client', secret: 'secret-of-the-openid-client' }

/** Grants everything without asking. */
async function grantAll(ctx: KoaContextWithOIDC) {
  const { client, session, provider } = ctx.oidc
  const grant = new provider.Grant({
    clientId: client?.clientId ?? '',
    accountId: session?.accountId ?? '',
  })
  grant.addOIDCScope('openid email profile')
  await grant.save()
  return grant
}

/** A real OpenID Connect provider on this machine, at which a given person signs in. */
export async function createOpenidServer() {
  const people = new Map<string, OpenidPerson>()
  let visitor: OpenidPerson | undefined
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const configurationFor = (redirectUri: string): Configuration => ({
    clients: [
      {
        client_id: OPENID_CLIENT.id,
        client_secret: OPENID_CLIENT.secret,
        redirect_uris: [redirectUri],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    conformIdTokenClaims: false,
    cookies: { keys: [randomUUID()] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: async use => {
        const { userinfo, ...claims } = people.get(sub) ?? {}
        return { ...claims, ...(use === 'userinfo' && userinfo), sub }
      },
    }),
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    loadExistingGrant: grantAll,
    pkce: { required: () => true },
  })

  return {
    issuer,
    /** Accepts a client; its callback is known only once the server runs. */
    register(redirectUri: string): void {
      const provider = new Provider(issuer, configurationFor(redirectUri))
      const serve = provider.callback()
      server.removeAllListeners('request')
      server.on('request', (request, response) => {
        if (!request.url?.startsWith('/interaction/')) return void serve(request, response)
        const result = visitor
          ? { login: { accountId: visitor.sub } }
          : { error: 'access_denied', error_description: 'The user cancelled' }
        void provider.interactionFinished(request, response, result)
      })
    },
    visitBy(person: OpenidPerson | undefined): void {
      visitor = person
      if (person) people.set(person.sub, person)
    },
    /** Follows the redirects of a browser without a session there. @returns the callback of the client */
    async follow(start: string): Promise<URL> {
      const cookies = new Map<string, string>()
      let url = new URL(start)
      for (let step = 0; step < 10 && url.origin === issuer; step += 1) {
        const cookie = [...cookies].map(pair => pair.join('=')).join('; ')
        const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
        for (const line of response.headers.getSetCookie()) {
          const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
          cookies.set(name, value)
        }
        const location = response.headers.get('location')
        if (location === null) throw new Error(`${url} answered ${response.status}`)
        url = new URL(location, url)
      }
      return url
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
