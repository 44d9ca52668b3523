import { remoteUploads } from '@coffer/contract'
import { readConfig } from '../src/config.ts'
import { createLinkServer, type LinkServer } from './link-server.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

export const MAX_BYTES = 512 * 1024

export const start = (client: TestClient, urls: string[], parent_id: string | null = null) =>
  client.call(remoteUploads.startRemoteUploads, { body: { urls, parent_id } })
export const read = async (client: TestClient): Promise<remoteUploads.RemoteUploads | null> =>
  (await client.call(remoteUploads.getRemoteUploads, {})).body.data
export const retry = (client: TestClient) => client.call(remoteUploads.retryRemoteUploads, {})
export const cancel = (client: TestClient) => client.call(remoteUploads.cancelRemoteUploads, {})

/** The error codes of the failed uploads. */
export const codes = async (client: TestClient) =>
  (await read(client))?.failures.map(({ problem }) => problem.code)

export const reservedBytes = async (app: TestApp, { userId }: TestClient): Promise<number> =>
  Number((await app.storage(userId)).reserved_bytes)

/** Runs all uploads to the end, including the pauses between attempts. */
export async function runAll(app: TestApp, client: TestClient): Promise<void> {
  for (;;) {
    await app.runJobs()
    const state = await read(client)
    if (!state || state.processed === state.total) return
    await app.jobsLater(60_000)
  }
}

/** A file whose transfer runs until `finish` is called. */
export async function waitForFirstBytes(links: LinkServer, client: TestClient, path: string) {
  let finish: () => void = () => undefined
  const requested = new Promise<void>(resolve => {
    links.on(path, response => {
      response.write('x'.repeat(100_000))
      finish = () => void response.end('end')
      resolve()
    })
  })
  await start(client, [links.url(path), links.url('/same.txt')])
  return { requested, finish: () => finish() }
}

/**
 * Another server, and two of ours that may fetch from it although it is local: one waits patiently
 * and allows only small files, the other has a short timeout.
 */
export async function createRemoteRig() {
  const links = await createLinkServer()
  const remote = { ...readConfig({}).remote, allowedHosts: [links.host] }
  const patient = await createTestApp({ config: { remote: { ...remote, maxBytes: MAX_BYTES } } })
  const impatient = await createTestApp({ config: { remote: { ...remote, patienceMs: 250 } } })
  return {
    links,
    patient,
    impatient,
    remote,
    close: () => Promise.all([patient.close(), impatient.close(), links.close()]),
  }
}
