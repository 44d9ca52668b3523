import type { Endpoint, Request, Response } from '@coffer/contract'
import { signIn, signUp } from '@coffer/contract/auth'
import { browseFolder } from '@coffer/contract/browse'
import { pathOf } from '@coffer/contract/endpoint'
import { copyItems, createFolder, type Item, type OnConflict } from '@coffer/contract/items'
import { testWebsockets } from '@coffer/contract/live'
import { startRemoteUploads } from '@coffer/contract/remote-uploads'
import { createShare, type Share } from '@coffer/contract/shares'
import { uploadChunk } from '@coffer/contract/uploads'
import { type APIResponse, type BrowserContext, test } from '@playwright/test'
import { ADMIN } from './server.ts'

/** A user in a journey. */
export interface Person {
  name: string
  email: string
  password: string
}

/** A user with a unique email per test, because tests share a server. */
export function userOfTest(name: string, password: string): Person {
  const [firstName = ''] = name.toLowerCase().split(' ')
  return {
    name,
    password,
    get email() {
      return `${firstName}.${test.info().testId.slice(-8)}@example.org`
    },
  }
}

export const ADA = userOfTest('Ada Marlow', 'lantern over the quay')
export const BEN = userOfTest('Ben Ferry', 'gulls above the ferry')

/** Calls the API with the session of a browser context, for setup steps. */
export async function call<E extends Endpoint>(
  context: BrowserContext,
  endpoint: E,
  request: Request<E>,
): Promise<Response<E>> {
  const { params, query, body } = request as {
    params?: Record<string, string>
    query?: Record<string, string | number>
    body?: unknown
  }
  const response = await context.request.fetch(pathOf(endpoint.path, params), {
    method: endpoint.method,
    headers: await headersOf(context),
    ...(query && { params: query }),
    ...(body !== undefined && { data: body }),
  })
  return answerOf(response)
}

async function answerOf<T>(response: APIResponse): Promise<T> {
  if (!response.ok()) throw new Error(`${response.url()}: ${await response.text()}`)
  const text = await response.text()
  return (text === '' ? undefined : JSON.parse(text)) as T
}

async function headersOf(context: BrowserContext): Promise<Record<string, string>> {
  const cookies = await context.cookies()
  const token = cookies.find(cookie => cookie.name === 'XSRF-TOKEN')?.value ?? ''
  return { 'X-Requested-With': 'XMLHttpRequest', 'X-XSRF-TOKEN': token }
}

/** Every journey has its own contexts, but they share one device cookie. */
let device: Awaited<ReturnType<BrowserContext['cookies']>>[number] | undefined

/** Emails of users that already have an account. */
const signedUp = new Set<string>([ADMIN.email])

/** Signs in through the API; signs the user up first if needed. */
export async function enter(context: BrowserContext, user: Person = ADA) {
  if (device) await context.addCookies([device])
  const { email, password } = user
  if (signedUp.has(email)) await call(context, signIn, { body: { email, password } })
  else await join(context, user)
  device = (await context.cookies()).find(({ name }) => name === 'coffer.device')
}

export async function join(context: BrowserContext, { name, email, password }: Person) {
  await call(context, signUp, { body: { name, email, password } })
  signedUp.add(email)
}

/** Sends an event on the channel of an administrator. */
export const testChannel = (context: BrowserContext): Promise<undefined> =>
  call(context, testWebsockets, {})

/** Starts a remote upload. */
export async function fetchLinks(context: BrowserContext, ...urls: string[]): Promise<void> {
  await call(context, startRemoteUploads, { body: { urls, parent_id: null } })
}

interface FolderAppearance {
  parent_id?: string | null
  emoji?: string
  color?: string
}

export async function makeFolder(
  context: BrowserContext,
  name: string,
  looks: FolderAppearance = {},
): Promise<Item> {
  return (await call(context, createFolder, { body: { name, ...looks } })).data
}

/** Creates a share of an item. @returns its link */
export async function makeLink(
  context: BrowserContext,
  { id, type }: Pick<Item, 'id' | 'type'>,
  limits: Partial<Omit<Request<typeof createShare>['body'], 'id' | 'type'>> = {},
): Promise<Share['attributes']> {
  return (await call(context, createShare, { body: { id, type, ...limits } })).data.attributes
}

/** Copies everything in a folder into the same folder. */
export async function copyAll(context: BrowserContext, folderId: string): Promise<void> {
  const body = { to_id: folderId, select_all_in: { folder_id: folderId } }
  await call(context, copyItems, { body })
}

export async function putFile(
  context: BrowserContext,
  name: string,
  {
    content = `This is ${name}.`,
    parentId = '',
    onConflict = 'rename',
  }: { content?: string | Buffer; parentId?: string; onConflict?: OnConflict } = {},
): Promise<Item> {
  const response = await context.request.post(uploadChunk.path, {
    headers: await headersOf(context),
    multipart: {
      filename: name,
      parent_id: parentId,
      on_conflict: onConflict,
      file: { name: 'file', mimeType: 'application/octet-stream', buffer: Buffer.from(content) },
    },
  })
  return (await answerOf<{ data: Item }>(response)).data
}

/** Lists everything in a folder and below it, by path. */
export async function everythingIn(
  context: BrowserContext,
  folderId: string | null = null,
  path = '',
): Promise<{ path: string; item: Item }[]> {
  const items: { path: string; item: Item }[] = []
  for (let page = 1, last = 1; page <= last; page += 1) {
    const params = { id: folderId ?? 'all' }
    const { data, meta } = await call(context, browseFolder, { params, query: { page } })
    last = meta.paginate.lastPage
    for (const item of data) {
      const here = `${path}${item.attributes.name}`
      items.push({ path: here, item })
      if (item.type === 'folder') items.push(...(await everythingIn(context, item.id, `${here}/`)))
    }
  }
  return items
}
