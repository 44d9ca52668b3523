import { nameError, splitExtension } from '@coffer/contract'
import { parse } from 'content-disposition'
import { lookup } from 'mime-types'
import { shortenedName } from '../../lib/item-names.ts'

/** Parses a link without its fragment; null if it is invalid. */
export function linkOf(text: string): URL | null {
  const url = URL.parse(text)
  if (url) url.hash = ''
  return url
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes control characters.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g

/** The last segment of a path as a file name; null if it is not a valid one. */
function nameIn(path: string): string | null {
  const last = path.split(/[/\\]/).at(-1) ?? ''
  const name = shortenedName(last.toWellFormed().normalize('NFC').replace(CONTROL, '').trim())
  return nameError(name) === null ? name : null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const nameInUrl = (url: URL): string | null => nameIn(decoded(url.pathname.split('/').at(-1) ?? ''))

function nameInDisposition(header: string | undefined): string | null {
  if (header === undefined) return null
  try {
    return nameIn(parse(header).parameters.filename ?? '')
  } catch {
    return null
  }
}

const hasExtension = (name: string): boolean => splitExtension(name)[1].length > 1

interface NamedLink {
  /** The requested URL, and the one it was redirected to. */
  link: URL
  url: URL
  disposition: string | undefined
}

/** Prefers Content-Disposition, then a name with an extension, then any name. */
function bestName({ link, url, disposition }: NamedLink): string | null {
  const fromHeader = nameInDisposition(disposition)
  if (fromHeader !== null) return fromHeader
  const candidates = [nameInUrl(url), nameInUrl(link)].filter(name => name !== null)
  return candidates.find(hasExtension) ?? candidates[0] ?? null
}

/** The name of a fetched file. @param extension that of its content, for a name without one */
export function remoteName(named: NamedLink, extension: string): string {
  const name = bestName(named) ?? 'download'
  return hasExtension(name) ? name : shortenedName(name + extension)
}

/** MIME types that a link to a web page may suggest. */
const PAGE = /html|httpd|php/

/** Whether a web page was sent although the link or the server promised another type. */
export function isWrongPage(named: NamedLink, mimetype: string): boolean {
  if (mimetype !== 'text/html') return false
  const expectedTypes = [bestName(named), nameInUrl(named.link)].map(name => lookup(name ?? ''))
  return expectedTypes.some(type => type !== false && !PAGE.test(type))
}

/** Whether another attempt may succeed. */
export const isRetryable = (code: string, status: unknown): boolean =>
  RETRYABLE_CODES.has(code) ||
  (code === 'remote.refused' && (status === 408 || status === 429 || Number(status) >= 500))

const RETRYABLE_CODES = new Set([
  'remote.unreachable',
  'remote.too_slow',
  'remote.connection_lost',
  'storage.full',
  'storage.unavailable',
  'internal',
])

interface Counts {
  total: number
  processed: number
  failed: number
}

/** The notification that is sent when all links have been processed. */
export function completionNotification(
  { total, failed }: Counts,
  last: { name: string | null; user_id: string; parent_id: string } | undefined,
) {
  const done = total - failed
  const id = !last || last.parent_id === last.user_id ? null : last.parent_id
  return failed > 0
    ? ({
        category: 'remote-upload-done',
        type: 'remote_uploads_failed',
        params: { count: failed, done, total },
        action: {
          type: 'route',
          route: 'FailedLinks',
          id: null,
          button: 'notification.button.details',
        },
      } as const)
    : ({
        category: 'remote-upload-done',
        type: 'remote_uploads_done',
        params: { count: done, name: last?.name ?? '' },
        action: { type: 'route', route: 'Files', id, button: 'notification.button.show' },
      } as const)
}
