import { LOGO_MAX_BYTES, LOGO_NAMES, LOGO_SHAPES, type LogoName } from '@coffer/contract/logos'
import type { UserActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { attemptRemoval } from '../../files/attempt-removal.ts'
import { type Bytes, collect, limitBytes } from '../../lib/byte-streams.ts'
import { detectType, SNIFF_BYTES } from '../../lib/file-types.ts'
import { MediaError } from '../../media/media-task.ts'
import { recordAudit } from '../audit/index.ts'
import { lockSettings, readSettings, type Settings, writeSettings } from '../settings/index.ts'
import { keyOf, logoKindOf, urlOf } from './logos.rules.ts'

type LogoDeps = Pick<
  Deps,
  'db' | 'transact' | 'blobs' | 'media' | 'newId' | 'now' | 'log' | 'config'
>

const unreadable = (): AppError =>
  new AppError('logo.unreadable', { errors: { file: ['errors.logo.unreadable.detail'] } })

function tooLarge({ config }: Pick<Deps, 'config'>): AppError {
  const megapixels = Math.round(config.previews.maxPixels / 1e6)
  return new AppError('logo.too_large', { values: { limit: LOGO_MAX_BYTES, megapixels } })
}

/** Renders the picture in a separate process; the original is stored only meanwhile. */
async function render(deps: LogoDeps, name: LogoName, content: Uint8Array): Promise<Uint8Array> {
  const { blobs, media, log } = deps
  const head = content.subarray(0, SNIFF_BYTES)
  const kind = logoKindOf(await detectType(head, ''), new TextDecoder().decode(head))
  if (!kind) throw unreadable()
  try {
    const { pictures } = await blobs.withFile(content, path =>
      media.derive({ kind, path, makes: LOGO_SHAPES[name] }),
    )
    const [picture] = pictures
    if (!picture) throw unreadable()
    return picture
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    log.info({ failure: error.failure, reason: error.message }, 'no logo')
    throw error.failure === 'too_large' ? tooLarge(deps) : unreadable()
  }
}

/** Deletes the old blob after the commit; if that does not happen, the sweep deletes it. */
async function storeLogo(
  deps: LogoDeps,
  actor: UserActor | null,
  name: LogoName,
  key: string | null,
): Promise<string | null> {
  const url = key === null ? null : urlOf(key)
  const old = await deps.transact(async tx => {
    await lockSettings(tx)
    const before = (await readSettings(tx))[name]
    if (before === url) return null
    await writeSettings(
      tx,
      { [name]: url },
      { at: deps.now().getTime(), by: actor?.userId ?? null },
    )
    recordAudit(tx, {
      action: url === null ? 'settings.logo_removed' : 'settings.logo_changed',
      target: { type: 'settings', id: name, name },
      before: { [name]: before },
      after: { [name]: url },
    })
    return keyOf(before)
  })
  if (old !== null) await attemptRemoval(deps.log, deps.blobs.remove(old))
  return url
}

/**
 * Renders and stores an uploaded picture as one of the logos.
 * @param actor null during the setup, before there are users
 * @returns its URL
 * @throws AppError `logo.unreadable` or `logo.too_large`
 */
export async function putLogo(
  deps: LogoDeps,
  actor: UserActor | null,
  name: LogoName,
  content: Bytes,
): Promise<string | null> {
  const bounded = limitBytes(content, LOGO_MAX_BYTES, () => {
    throw tooLarge(deps)
  })
  const picture = await render(deps, name, await collect(bounded))
  const key = deps.newId()
  await deps.blobs.put(key, picture)
  return storeLogo(deps, actor, name, key)
}

export const removeLogo = (
  deps: LogoDeps,
  actor: UserActor,
  name: LogoName,
): Promise<string | null> => storeLogo(deps, actor, name, null)

const readPicture = ({ blobs }: Pick<Deps, 'blobs'>, key: string): Promise<Uint8Array> =>
  blobs.readAll(key)

/**
 * Opens a logo, without a session.
 * @throws AppError `item.not_found` for a key that is not a current logo
 */
export async function openLogo(
  { db, blobs }: Pick<Deps, 'db' | 'blobs'>,
  key: string,
): Promise<{ type: string; read: () => Promise<Uint8Array> }> {
  const settings = await readSettings(db)
  const name = LOGO_NAMES.find(candidate => keyOf(settings[candidate]) === key)
  if (!name) throw new AppError('item.not_found')
  return { type: LOGO_SHAPES[name].type, read: () => readPicture({ blobs }, key) }
}

/** Reads a logo for an email; null without one, or while it is being replaced. */
export async function readLogo(
  { blobs }: Pick<Deps, 'blobs'>,
  settings: Pick<Settings, LogoName>,
  name: LogoName,
): Promise<{ type: string; content: Uint8Array } | null> {
  const key = keyOf(settings[name])
  if (key === null) return null
  const content = await readPicture({ blobs }, key).catch(() => null)
  return content && { type: LOGO_SHAPES[name].type, content }
}

/** Printed pictures are this large at most, in pixels. */
const PRINTED = { width: 1024, height: 256, fit: 'inside', type: 'image/jpeg' } as const

/**
 * Reads the first of these logos that is set as a JPEG on white, for print.
 * @returns null without one, or if it can't be read
 */
export async function readPrintedLogo(
  deps: Pick<Deps, 'blobs' | 'media' | 'log'>,
  settings: Pick<Settings, LogoName>,
  names: readonly LogoName[],
): Promise<Uint8Array | null> {
  const name = names.find(candidate => keyOf(settings[candidate]) !== null)
  const logo = name && (await readLogo(deps, settings, name))
  if (!logo) return null
  try {
    const { pictures } = await deps.blobs.withFile(logo.content, path =>
      deps.media.derive({ kind: 'image', path, makes: PRINTED }),
    )
    return pictures[0] ?? null
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    deps.log.warn({ failure: error.failure, reason: error.message }, 'no printed logo')
    return null
  }
}
