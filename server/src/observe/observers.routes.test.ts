import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { bytes } from '../../test/contents.ts'
import { endpoints } from '../../test/endpoints.ts'
import { first, startFaultProxy } from '../../test/fault-proxy.ts'
import { folder } from '../../test/new-items.ts'
import { openPage } from '../../test/open-page.ts'
import { createBucket } from '../../test/s3-bucket.ts'
import { sharingBy } from '../../test/sharing.ts'
import { createTestApp, inBucket, type TestApp } from '../../test/test-app.ts'
import { readConfig } from '../config.ts'

const TOKEN = 'a token of sixteen characters and more'
const SECRET_NAME = 'a-secret-name'

async function openObserved(env: Record<string, string>, log?: pino.Logger): Promise<TestApp> {
  const { operation } = readConfig(env)
  const t = await createTestApp({ config: { operation }, ...(log && { log }) })
  onTestFinished(t.close)
  return t
}

/** Calls with ids, names and tokens in their addresses. */
async function visit(t: TestApp) {
  const ann = await t.signIn()
  const { id } = await folder(ann, SECRET_NAME)
  const token = await sharingBy(ann).share(id)
  await t.anonymous().send('GET', `/api/share/${token}`)
  await ann.send('GET', `/api/browse/folders/${id}?sort=name&direction=ASC`)
  await ann.send('GET', `/api/search?query=${SECRET_NAME}`)
  await ann.send('GET', '/api/nothing-here')
  const page = await openPage(ann)
  page.close()
  await page.closed
  await t.runJobs()
  return { ann, id, token }
}

const readMetrics = (t: TestApp, token?: string) =>
  t.anonymous().fetch('/metrics', token ? { headers: { authorization: `Bearer ${token}` } } : {})

it('metrics are not served unless configured, and only with the token', async () => {
  const plain = await openObserved({})
  expect(await (await readMetrics(plain, TOKEN)).text()).not.toContain('coffer_')
  const t = await openObserved({ METRICS_TOKEN: TOKEN })
  for (const token of [undefined, '', 'another token']) {
    const { status } = await readMetrics(t, token)
    expect(status).toBe(401)
  }
  expect((await readMetrics(t, TOKEN)).status).toBe(200)
})

it('metrics name the patterns of routes, and no ids, names or tokens', async () => {
  const t = await openObserved({ METRICS_TOKEN: TOKEN })
  const { ann, id, token } = await visit(t)
  const text = await (await readMetrics(t, TOKEN)).text()
  for (const part of [ann.userId, id, token, SECRET_NAME, 'nothing-here'])
    expect(text).not.toContain(part)
  const routes = new Set([...text.matchAll(/route="([^"]+)"/g)].map(([, route]) => route ?? ''))
  const known = new Set<string>(endpoints.flatMap(({ path, aliases = [] }) => [path, ...aliases]))
  expect(
    [...routes].filter(route => !known.has(route) && !/^(none|\/\*|\/metrics)$/.test(route)),
  ).toEqual([])
  expect(routes).toContain('/api/browse/folders/:id')
  expect(text).toMatch(
    /^coffer_http_requests_total{route="\/api\/search",method="GET",status="200"} 1$/m,
  )
  // The call that reads them.
  expect(text).toMatch(/^coffer_http_requests_running 1$/m)
  for (const name of [
    'coffer_jobs{state="waiting"}',
    'coffer_oldest_job_seconds',
    'coffer_search_queue_items',
    'coffer_open_uploads 0',
    'coffer_live_pages 0',
    'coffer_bridge_down',
    'nodejs_eventloop_lag_p99_seconds',
    'process_resident_memory_bytes',
  ])
    expect(text).toContain(name)
  expect(text.includes('coffer_database_connections')).toBe(true)
})

it('metrics show the last run of a task in any process, and of tasks of each process its own', async () => {
  const t = await openObserved({ METRICS_TOKEN: TOKEN })
  const { db, report } = t.deps
  const ranAt = (seconds: number, error: string | null) => ({
    slot: 0,
    ran_at: seconds * 1_000,
    duration_ms: 1,
    error,
  })
  const failed = { at: 1_000_000, durationMs: 1, error: 'no luck' }
  report.recordTask('purge-trash', failed)
  report.recordTask('meter-usage', { ...failed, error: null })
  report.recordTask('follow-stores', failed)
  await db
    .insertInto('clock')
    .values([
      { name: 'purge-trash', ...ranAt(2_000, null) },
      { name: 'meter-usage', ...ranAt(2_000, 'no luck') },
      { name: 'a-former-task', ...ranAt(2_000, 'no luck') },
    ])
    .execute()
  const text = await (await readMetrics(t, TOKEN)).text()
  for (const line of [
    'coffer_task_failed{task="purge-trash"} 0',
    'coffer_task_failed{task="meter-usage"} 1',
    'coffer_task_failed{task="follow-stores"} 1',
    'coffer_task_last_run_timestamp_seconds{task="purge-trash"} 2000',
    'coffer_task_last_run_timestamp_seconds{task="follow-stores"} 1000',
  ])
    expect(text).toContain(line)
  expect(text).not.toContain('a-former-task')
})

it('metrics count the calls of a bucket by operation and result', async () => {
  const bucket = await createBucket()
  const proxy = await startFaultProxy(bucket.endpoint)
  onTestFinished(proxy.close)
  const { operation } = readConfig({ METRICS_TOKEN: TOKEN })
  const { storage } = inBucket({ ...bucket, endpoint: proxy.endpoint })
  const t = await createTestApp({ config: { operation, storage } })
  onTestFinished(t.close)
  const ann = await t.signIn()
  const isPut = ({ method }: { method: string }) => method === 'PUT'
  proxy.use(first(2, isPut, { kind: 'answer', status: 503, code: 'SlowDown' }))
  await ann.upload({ filename: 'a.txt', content: 'a' })
  const isPart = ({ url }: { url: string }) => url.includes('partNumber')
  proxy.use(first(3, isPart, { kind: 'reset' }))
  await ann.upload({ filename: 'parts.bin', content: bytes(9 * 1024 * 1024) })
  proxy.use(call =>
    isPut(call) ? { kind: 'answer', status: 403, code: 'AccessDenied' } : undefined,
  )
  await ann.upload({ filename: 'b.txt', content: 'b' })
  const text = await (await readMetrics(t, TOKEN)).text()
  for (const line of [
    'coffer_store_call_seconds_count{operation="PutObject",result="ok"}',
    'coffer_store_call_seconds_count{operation="PutObject",result="403"} 1',
    'coffer_store_retries_total{operation="PutObject"} 2',
    'coffer_store_retries_total{operation="UploadPart"} 3',
  ])
    expect(text).toContain(line)
  expect(text).not.toContain(bucket.bucket)
})

it('logs calls by route and ids, without addresses, names, tokens and queries', async () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const t = await openObserved({ LOG_REQUESTS: 'true' }, log)
  const { ann, token } = await visit(t)
  await expect.poll(() => lines.join('')).toContain('/api/search')
  const text = lines.join('')
  for (const part of [token, SECRET_NAME, 'nothing-here']) expect(text).not.toContain(part)
  const search = lines.map(line => JSON.parse(line)).find(({ route }) => route === '/api/search')
  expect(search).toMatchObject({ method: 'GET', status: 200, user_id: ann.userId })
  expect(search.sent_bytes).toBeGreaterThan(0)
})

/** An OpenTelemetry collector. */
async function openCollector() {
  const spans: { name: string; parentSpanId?: string; traceId: string }[] = []
  const server = createServer(async (request, response) => {
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString())
    for (const { scopeSpans } of body.resourceSpans)
      for (const scope of scopeSpans) spans.push(...scope.spans)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { spans, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

it('sends a span for each call and job to a collector', async () => {
  const { spans, url } = await openCollector()
  const { operation } = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: url })
  const t = await createTestApp({ config: { operation } })
  const { token } = await visit(t)
  const traceId = 'a'.repeat(32)
  const traceparent = `00-${traceId}-${'b'.repeat(16)}-01`
  await t.anonymous().fetch('/api/ping', { headers: { traceparent } })
  await t.close()
  const names = spans.map(({ name }) => name)
  expect(names).toContain('GET /api/search')
  expect(JSON.stringify(spans)).not.toContain(token)
  expect(spans.find(({ name }) => name === 'GET /api/ping')).toMatchObject({
    traceId,
    parentSpanId: 'b'.repeat(16),
  })
})
