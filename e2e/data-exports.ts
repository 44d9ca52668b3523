import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import type { Download } from '@playwright/test'

const run = promisify(execFile)

export const hash = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex')

const HASHES = `
import hashlib, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.testzip() is None
    print(json.dumps({i.filename: hashlib.sha256(z.read(i)).hexdigest() for i in z.infolist() if not i.is_dir()}))
`
/** Lists the paths in an unpacked export with the hash of each file. */
export async function hashesIn(archive: string): Promise<Record<string, string>> {
  return JSON.parse((await run('python3', ['-c', HASHES, archive])).stdout)
}

export const saved = async (download: Download): Promise<Record<string, string>> =>
  hashesIn(await download.path())
