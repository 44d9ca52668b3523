import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Clock, createClock } from './clock.ts'
import type { Description, Fields } from './description.ts'
import { createEventQueue, type EventQueue, type Receiver } from './event-queue.ts'
import { type CallFault, createFaults, type Faults } from './faults.ts'
import { type Answer, createStoredAnswers } from './stored-answers.ts'

export interface Call {
  /** Such as `POST /v1/refunds/{id}`. */
  call: string
  params: Record<string, string>
  query: Fields
  body: Fields
  headers: IncomingMessage['headers']
  raw: string
}

export type Handler = (call: Call) => unknown

export class GatewayError extends Error {
  readonly status: number
  readonly body: object
  readonly headers: Record<string, string>
  /** Nothing was done, so the idempotency key stays free. */
  readonly isEarly: boolean
  constructor(
    status: number,
    body: object,
    { headers = {}, isEarly = false }: { headers?: Record<string, string>; isEarly?: boolean } = {},
  ) {
    super(JSON.stringify(body))
    this.status = status
    this.body = body
    this.headers = headers
    this.isEarly = isEarly
  }
}

export interface PageAnswer {
  status: number
  html?: string
  location?: string
}

/** The differences between gateways. */
export interface GatewayRules {
  description: Description
  parseBody: (raw: string, call: string) => Fields
  parseQuery: (text: string) => Fields
  /** Throws a GatewayError when the credentials are wrong. */
  authenticate: (call: Call, areKeysRevoked: boolean) => void
  routes: Record<string, Handler>
  /** The pages for people, under `/pay/…`. */
  page: (method: string, path: string, form: URLSearchParams) => PageAnswer | Promise<PageAnswer>
  /** Other addresses, such as of certificates. */
  file?: (path: string) => string | undefined
  /** Whether the description covers an answer; by default it does. */
  isDescribed?: (answer: Answer) => boolean
  /** The status of an answer that is repeated. */
  repeatedStatus?: (status: number) => number
  idempotency: (call: Call) => { key: string; keepMs: number } | undefined
  statusOf: (call: string) => number
  errors: {
    unknownCall: (call: string) => GatewayError
    invalid: (problems: string[]) => GatewayError
    keyReused: (key: string) => GatewayError
    internal: () => GatewayError
    limited: (retryAfterS: number) => GatewayError
  }
}

export interface SimulatorOptions {
  /** The time the simulator's clock adds to; by default the machine's. */
  now?: () => number
  /** Receives all events without being registered. */
  webhookUrl?: string
  port?: number
}

export interface Violation {
  call: string
  side: 'request' | 'answer'
  problems: string[]
}

export interface Core {
  sendEventsTo: (url: string) => void
  clock: Clock
  faults: Faults
  events: EventQueue
  violations: Violation[]
  /** Every call in order, with its status. */
  calls: { call: string; status: number }[]
}

/**
 * @param headers the headers of an event for an address that is not registered
 * @param registered the registered addresses
 */
export function createCore(
  options: SimulatorOptions,
  headers: Receiver['headers'],
  registered: () => Receiver[] = () => [],
): Core {
  let { webhookUrl: url } = options
  const unregistered = () => (url === undefined ? [] : [{ url, takes: () => true, headers }])
  const clock = createClock(options.now)
  const injected = createFaults()
  const receivers = () => [...unregistered(), ...registered()]
  const events = createEventQueue(clock, injected.events, receivers)
  return {
    clock,
    faults: injected,
    events,
    violations: [],
    calls: [],
    sendEventsTo(address) {
      url = address
    },
  }
}

/** The part of a simulator that is the same for all gateways. */
export const controlsOf = (
  { events, ...core }: Core,
  { url, close }: Awaited<ReturnType<typeof listen>>,
) => ({
  ...core,
  url,
  deliveries: events.deliveries,
  heldEvents: events.held,
  deliver: events.deliver,
  loseEvents: events.lose,
  close,
})

const PAGES = '/pay/'

/** Listens on this machine only. */
export async function listen(core: Core, rules: GatewayRules, port = 0) {
  const answerCall = createCallAnswerer(core, rules)
  const server = createServer((request, response) => {
    void serve(request, response).catch(error => {
      core.violations.push({ call: request.url ?? '', side: 'answer', problems: [String(error)] })
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
  async function serve(request: IncomingMessage, response: ServerResponse) {
    const raw = await readBody(request)
    await core.clock.catchUp()
    const path = new URL(request.url ?? '/', 'http://x').pathname
    const file = rules.file?.(path)
    if (file !== undefined) response.writeHead(200, { 'content-type': 'text/plain' }).end(file)
    else if (path.startsWith(PAGES)) {
      const form = new URLSearchParams(raw)
      sendPage(response, await rules.page(request.method ?? 'GET', path.slice(PAGES.length), form))
    } else await answerCall(request, raw, response)
    void core.events.flush()
  }
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      await core.events.stop()
    },
  }
}

function createCallAnswerer(core: Core, rules: GatewayRules) {
  const { faults, violations, calls } = core
  const run = createRunner(core, rules)

  return async (request: IncomingMessage, raw: string, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://x')
    const { call, params } = matchRoute(rules, request.method ?? 'GET', url.pathname)
    const injected = faults.take(call)
    if (injected && (await failBefore(injected, rules, response))) {
      return void calls.push({ call, status: 0 })
    }
    const query = rules.parseQuery(url.search.slice(1))
    const { headers } = request
    const prepared = { call, params, query, body: rules.parseBody(raw, call), headers, raw }
    const answer = run(prepared, injected)
    const isDescribed = rules.isDescribed?.(answer) ?? true
    const problems = rules.description.problemsOfAnswer(call, answer.status, answer.body)
    if (isDescribed && problems.length > 0) violations.push({ call, side: 'answer', problems })
    calls.push({ call, status: answer.status })
    await sendAfter(injected, rules, response, answer)
  }
}

async function sendAfter(
  fault: CallFault | undefined,
  rules: GatewayRules,
  response: ServerResponse,
  answer: Answer,
) {
  if (fault?.kind === 'late') await fault.until
  if (fault?.kind === 'cut-after') return void response.destroy()
  if (fault?.kind === 'error-after') return sendError(response, rules.errors.internal())
  send(response, answer)
}

/** @returns whether the call ends here */
async function failBefore(fault: CallFault, rules: GatewayRules, response: ServerResponse) {
  if (fault.kind === 'slow') await new Promise(resolve => setTimeout(resolve, fault.ms))
  if (fault.kind === 'error-before') sendError(response, rules.errors.internal())
  if (fault.kind === 'refused') sendError(response, rules.errors.invalid(['This is refused.']))
  if (fault.kind === 'limited') sendError(response, rules.errors.limited(fault.retryAfterS))
  if (fault.kind === 'cut-before') response.destroy()
  return ['error-before', 'refused', 'limited', 'cut-before', 'silent'].includes(fault.kind)
}

function createRunner({ clock, faults, violations }: Core, rules: GatewayRules) {
  const stored = createStoredAnswers(clock)

  function checkedRun(call: Call): unknown {
    const handler = rules.routes[call.call]
    if (!handler) {
      violations.push({ call: call.call, side: 'request', problems: ['is not simulated'] })
      throw rules.errors.unknownCall(call.call)
    }
    return handler(call)
  }
  function check(call: Call): void {
    rules.authenticate(call, faults.areKeysRevoked)
    const body = call.raw === '' ? undefined : call.body
    const problems = rules.description.problemsOfRequest(call.call, { query: call.query, body })
    if (problems.length === 0) return
    violations.push({ call: call.call, side: 'request', problems })
    throw rules.errors.invalid(problems)
  }
  const repeated = (known: Answer): Answer => ({
    ...known,
    status: rules.repeatedStatus?.(known.status) ?? known.status,
    headers: { ...known.headers, 'idempotent-replayed': 'true' },
  })
  function once(call: Call, fault: CallFault | undefined): Answer {
    const key = rules.idempotency(call)
    const request = `${call.call} ${JSON.stringify(call.params)} ${call.raw}`
    const known = key && stored.find(key.key, request)
    if (known === 'other') throw rules.errors.keyReused(key?.key ?? '')
    if (known) return repeated(known)
    const answer = answerOf(() => ({
      status: rules.statusOf(call.call),
      body: snapshot(checkedRun(call)),
    }))
    const isRemembered = fault?.kind === 'error-after' && fault.remembered
    const toStore = isRemembered ? errorAnswer(rules.errors.internal()) : answer
    if (key && !answer.isEarly) stored.store(key.key, request, toStore, key.keepMs)
    return answer
  }
  return (call: Call, fault: CallFault | undefined): Answer =>
    answerOf(() => {
      check(call)
      return once(call, fault)
    })
}

/** Later changes of the state must not change what was answered. */
const snapshot = (value: unknown) => (value === undefined ? undefined : structuredClone(value))

const errorAnswer = ({ status, body, headers, isEarly }: GatewayError) => ({
  status,
  body,
  headers,
  isEarly,
})

function answerOf(run: () => Answer): Answer & { isEarly?: boolean } {
  try {
    return run()
  } catch (error) {
    if (error instanceof GatewayError) return errorAnswer(error)
    throw error
  }
}

/** Fixed parts win over parameters. */
function matchRoute(rules: GatewayRules, method: string, path: string) {
  const parts = path.split('/')
  const candidates = Object.keys(rules.routes).flatMap(call => {
    const [verb, template = ''] = call.split(' ')
    const params = verb === method ? matchTemplate(template.split('/'), parts) : undefined
    return params ? [{ call, params }] : []
  })
  candidates.sort((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)
  return candidates[0] ?? { call: `${method} ${path}`, params: {} }
}

function matchTemplate(template: string[], parts: string[]): Record<string, string> | undefined {
  if (template.length !== parts.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, name] of template.entries()) {
    const part = parts[index] ?? ''
    if (name.startsWith('{')) params[name.slice(1, -1)] = decodeURIComponent(part)
    else if (name !== part) return undefined
  }
  return params
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function send(response: ServerResponse, { status, body, headers = {} }: Answer): void {
  if (body === undefined) return void response.writeHead(status, headers).end()
  const all = { 'content-type': 'application/json', ...headers }
  response.writeHead(status, all).end(JSON.stringify(body))
}

const sendError = (response: ServerResponse, error: GatewayError) =>
  send(response, errorAnswer(error))

function sendPage(response: ServerResponse, { status, html, location }: PageAnswer): void {
  const headers = { 'content-type': 'text/html; charset=utf-8', ...(location && { location }) }
  response.writeHead(status, headers).end(html)
}
