import { nameError, splitExtension } from '@coffer/contract'
import { parse } from 'content-disposition'
import { lookup } from 'mime-types'
import { shortenedName } from '../../lib/item-names.ts'

/** A link as it is asked for: what stands behind `#` is the browser's own. Null when it is none. */
export function linkOf(text: string): URL | null {
  const url = URL.parse(text)
  if (url) url.hash = ''
  return url
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g

/** The last step of a path, as a name; null when it can't be one. */
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

const inUrl = (url: URL): string | null => nameIn(decoded(url.pathname.split('/').at(-1) ?? ''))

function inDisposition(header: string | undefined): string | null {
  if (header === undefined) return null
  try {
    return nameIn(parse(header).parameters.filename ?? '')
  } catch {
    return null
  }
}

const hasEnding = (name: string): boolean => splitExtension(name)[1].length > 1

interface NamedLink {
  /** What was asked for, and where that led. */
  link: URL
  url: URL
  disposition: string | undefined
}

/** The best name there is: one that says what kind of file it is, then any. */
function bestName({ link, url, disposition }: NamedLink): string | null {
  const told = inDisposition(disposition)
  if (told !== null) return told
  const found = [inUrl(url), inUrl(link)].filter(name => name !== null)
  return found.find(hasEnding) ?? found[0] ?? null
}

/** What a fetched file is called. `ending` is its content's own, for a name that has none. */
export function remoteName(named: NamedLink, ending: string): string {
  const name = bestName(named) ?? 'download'
  return hasEnding(name) ? name : shortenedName(name + ending)
}

/** Types by which a web page may be named. */
const PAGE = /html|httpd|php/

/** Whether a web page came where the link, or the other side itself, had promised another file. */
export function isWrongPage(named: NamedLink, mimetype: string): boolean {
  if (mimetype !== 'text/html') return false
  const promised = [bestName(named), inUrl(named.link)].map(name => lookup(name ?? ''))
  return promised.some(type => type !== false && !PAGE.test(type))
}

/** A second, a fourth try may help; what was said clearly stays so. */
export const isRetryable = (code: string, status: unknown): boolean =>
  PASSING.has(code) ||
  (code === 'remote.refused' && (status === 408 || status === 429 || Number(status) >= 500))

const PASSING = new Set([
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

/** What the person is told once nothing waits any more. */
export function noticeOfEnd(
  { total, failed }: Counts,
  last: { name: string | null; user_id: string; parent_id: string } | undefined,
) {
  const done = total - failed
  const id = !last || last.parent_id === last.user_id ? null : last.parent_id
  return failed > 0
    ? ({
        category: 'remote-upload-done',
        type: 'remote_failed',
        params: { count: failed, done, total },
        action: {
          type: 'route',
          route: 'FailedLinks',
          id: null,
          button: 'notification.button.why',
        },
      } as const)
    : ({
        category: 'remote-upload-done',
        type: 'remote_done',
        params: { count: done, name: last?.name ?? '' },
        action: { type: 'route', route: 'Files', id, button: 'notification.button.show' },
      } as const)
}
