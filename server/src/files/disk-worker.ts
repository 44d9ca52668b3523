import { createHash } from 'node:crypto'
import { closeSync, fdatasyncSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { parentPort, receiveMessageOnPort } from 'node:worker_threads'
import { crc32 } from 'node:zlib'
import type { ByteRange, Checksums } from './blob-store.ts'
import type { DiskReply, DiskRequest } from './disk-thread.ts'
import { TOO_SHORT } from './storage-errors.ts'

const buffer = Buffer.allocUnsafe(1024 * 1024)

function withFile<T>(path: string, flags: string, work: (file: number) => T): T {
  const file = openSync(path, flags)
  try {
    return work(file)
  } finally {
    closeSync(file)
  }
}

function readRange(path: string, { start, end }: ByteRange, take: (bytes: Buffer) => void): void {
  withFile(path, 'r', file => {
    for (let position = start; position <= end; ) {
      const wantedBytes = Math.min(buffer.length, end - position + 1)
      const count = readSync(file, buffer, 0, wantedBytes, position)
      if (count === 0)
        throw Object.assign(new Error('The file ended too early'), { code: TOO_SHORT })
      take(buffer.subarray(0, count))
      position += count
    }
  })
}

function checksums(path: string, sizeBytes: number): string {
  const hash = createHash('sha256')
  let sum = 0
  readRange(path, { start: 0, end: sizeBytes - 1 }, bytes => {
    hash.update(bytes)
    sum = crc32(bytes, sum)
  })
  return JSON.stringify({ crc32: sum, sha256: hash.digest('base64') } satisfies Checksums)
}

const put = (path: string, content: Uint8Array): string =>
  withFile(path, 'wx', file => {
    for (let written = 0; written < content.length; )
      written += writeSync(file, content, written, content.length - written, written)
    fdatasyncSync(file)
    return ''
  })

const syncFolder = (path: string): string =>
  withFile(path, 'r', folder => {
    fsyncSync(folder)
    return ''
  })

function attempt(id: number, work: () => string): DiskReply {
  try {
    return { id, result: work() }
  } catch (cause) {
    const { message, code } = cause as NodeJS.ErrnoException
    return { id, result: '', error: { message, code } }
  }
}

/**
 * A file name is durable once its folder is synced; one sync serves all requests that arrived
 * together.
 */
function syncFolders(requests: DiskRequest[], replies: DiskReply[]): DiskReply[] {
  const folders = new Map<string, DiskReply>()
  return replies.map((reply, index) => {
    const request = requests[index]
    if (request?.kind !== 'put' || reply.error) return reply
    const folder = dirname(request.path)
    const synced = folders.get(folder) ?? attempt(0, () => syncFolder(folder))
    folders.set(folder, synced)
    return { ...synced, id: reply.id }
  })
}

function run(request: DiskRequest): string {
  switch (request.kind) {
    case 'checksums':
      return checksums(request.path, request.sizeBytes)
    case 'put':
      return put(request.path, request.content)
  }
}

const work = (requests: DiskRequest[]): DiskReply[] =>
  syncFolders(
    requests,
    requests.map(request => attempt(request.id, () => run(request))),
  )

const port = parentPort
port?.on('message', (first: DiskRequest) => {
  const requests = [first]
  for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port))
    requests.push(next.message)
  port.postMessage(work(requests))
})
