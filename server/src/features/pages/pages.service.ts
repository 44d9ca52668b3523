import type { Input } from '@coffer/contract'
import {
  type createPage as createContract,
  MAX_PAGES,
  type PageChange,
  type PageTexts,
  type restorePageVersion as restoreContract,
} from '@coffer/contract/pages'
import type { UserActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { isChangedSince, nextUpdatedAt } from '../../lib/concurrent-changes.ts'
import { recordAudit } from '../audit/index.ts'
import { readSettings } from '../settings/index.ts'
import type { ListedVersion, StoredPage } from './pages.repository.ts'
import * as pages from './pages.repository.ts'
import {
  isPublished,
  isRequired,
  isSupplied,
  lastDeletedVersion,
  shownTexts,
} from './pages.rules.ts'

type PageDeps = Pick<Deps, 'db' | 'transact' | 'now' | 'newId'>

/** A page with the texts that readers get. */
const withShownTexts = (page: StoredPage): StoredPage => ({
  ...page,
  texts: shownTexts(page.slug, page.texts),
})

const required = (page: StoredPage | undefined): StoredPage => {
  if (!page) throw new AppError('page.not_found')
  return page
}

/** Locks a page. @throws AppError `page.not_found`, or `page.changed_concurrently` */
async function lockUnchangedPage(
  tx: Db,
  slug: string,
  seen: string | undefined,
): Promise<StoredPage> {
  const page = required(await pages.lockPage(tx, slug))
  if (isChangedSince(page, seen)) throw new AppError('page.changed_concurrently')
  return page
}

const targetOf = ({ id, slug }: Pick<StoredPage, 'id' | 'slug'>) => ({
  type: 'page',
  id,
  name: slug,
})

/** The state of a page in the audit log: its languages, not its long texts. */
const auditState = ({ slug, visibility, texts }: StoredPage) => ({
  slug,
  visibility,
  titles: Object.fromEntries(Object.entries(texts).map(([locale, text]) => [locale, text.title])),
})

/** @throws AppError `page.not_found` also for a draft */
export async function readPublicPage(
  { db }: Pick<Deps, 'db'>,
  slug: string,
): Promise<{ page: StoredPage; defaultLocale: string }> {
  const page = await pages.findPage(db, slug)
  if (!page || !isPublished(page.visibility)) throw new AppError('page.not_found')
  const { language } = await readSettings(db)
  return { page: withShownTexts(page), defaultLocale: language }
}

/** The pages linked in the footer, with titles only. */
export async function listFooterPages({ db }: Pick<Deps, 'db'>): Promise<StoredPage[]> {
  const all = await pages.listPages(db)
  return all.filter(page => page.visibility === 'footer').map(withShownTexts)
}

export const listPages = async ({ db }: Pick<Deps, 'db'>): Promise<StoredPage[]> =>
  pages.listPages(db)

export const readPage = async ({ db }: Pick<Deps, 'db'>, slug: string): Promise<StoredPage> =>
  required(await pages.findPage(db, slug))

/** @throws AppError `page.exists` or `page.too_many` */
export async function createPage(
  deps: PageDeps,
  actor: UserActor,
  { slug, visibility, texts }: Input<typeof createContract>['body'],
): Promise<StoredPage> {
  await deps.transact(async tx => {
    const { count, lastPosition } = await pages.countPages(tx)
    if (count >= MAX_PAGES) throw new AppError('page.too_many')
    const at = deps.now().getTime()
    const id = deps.newId()
    const times = { created_at: at, updated_at: at }
    const position = lastPosition + 1
    const row = { id, slug, visibility, position, author_id: actor.userId, ...times }
    if (!(await pages.insertPage(tx, row))) throw pageExists()
    await pages.replaceTexts(tx, id, texts)
    const after = auditState({ ...row, texts })
    recordAudit(tx, { action: 'page.created', target: targetOf(row), after })
  })
  return readPage(deps, slug)
}

const pageExists = () =>
  new AppError('page.exists', { errors: { slug: ['errors.page.exists.detail'] } })

/**
 * Stores the state before a change as a version, with its author and the time when it was saved, and
 * deletes the oldest one beyond the limit.
 */
async function keepVersion(
  tx: Db,
  { newId }: Pick<Deps, 'newId'>,
  page: StoredPage,
): Promise<void> {
  const number = (await pages.newestVersion(tx, page.id)) + 1
  await pages.insertVersion(tx, {
    id: newId(),
    page_id: page.id,
    number,
    visibility: page.visibility,
    texts: JSON.stringify(shownTexts(page.slug, page.texts)),
    author_id: isSupplied(page) ? null : page.author_id,
    created_at: page.updated_at,
  })
  await pages.deleteVersionsUpTo(tx, page.id, lastDeletedVersion(number))
}

/** Merges a change of the default language's text into the texts of all languages. */
async function changedTexts(
  tx: Db,
  page: StoredPage,
  { texts, title, content }: PageChange,
): Promise<PageTexts | undefined> {
  if (texts) return texts
  if (title === undefined && content === undefined) return undefined
  const { language } = await readSettings(tx)
  const shown = shownTexts(page.slug, page.texts)
  const former = shown[language] ?? { title: page.slug, content: '' }
  const text = { title: title ?? former.title, content: content ?? former.content }
  return { ...shown, [language]: text }
}

/**
 * @throws AppError `page.not_found`, `page.changed_concurrently`, `page.exists`, or `page.required` for a
 *   required page's address or draft
 */
export async function changePage(
  deps: PageDeps,
  actor: UserActor,
  slug: string,
  change: PageChange,
): Promise<StoredPage> {
  const newSlug = change.slug ?? slug
  await deps.transact(async tx => {
    const page = await lockUnchangedPage(tx, slug, change.seen_updated_at)
    if (newSlug !== slug) await requireFreeSlug(tx, slug, newSlug)
    const texts = await changedTexts(tx, page, change)
    await keepVersion(tx, deps, page)
    const { visibility = page.visibility } = change
    if (isRequired(slug) && !isPublished(visibility)) throw new AppError('page.required')
    const updated_at = nextUpdatedAt(page, deps.now().getTime())
    const author_id = actor.userId
    await pages.updatePage(tx, page.id, { slug: newSlug, visibility, updated_at, author_id })
    if (texts) await pages.replaceTexts(tx, page.id, texts)
    const next = { ...page, slug: newSlug, visibility, texts: texts ?? page.texts }
    recordAudit(tx, {
      action: 'page.changed',
      target: targetOf(next),
      before: auditState(page),
      after: auditState(next),
    })
  })
  return readPage(deps, newSlug)
}

async function requireFreeSlug(tx: Db, slug: string, newSlug: string): Promise<void> {
  if (isRequired(slug)) throw new AppError('page.required')
  if (await pages.isSlugUsed(tx, newSlug)) throw pageExists()
}

/** @throws AppError `page.not_found`, or `page.required` for a page that the app links to */
export async function deletePage(deps: PageDeps, slug: string): Promise<void> {
  await deps.transact(async tx => {
    const page = required(await pages.lockPage(tx, slug))
    if (isRequired(slug)) throw new AppError('page.required')
    await pages.deletePage(tx, page.id)
    recordAudit(tx, { action: 'page.deleted', target: targetOf(page), before: auditState(page) })
  })
}

/** Puts the named pages first, in the given order; unknown ones are ignored. */
export async function orderPages(deps: PageDeps, slugs: readonly string[]): Promise<void> {
  await deps.transact(async tx => {
    const former = await pages.listPages(tx)
    const rank = new Map(slugs.map((slug, index) => [slug, index]))
    const ordered = former.toSorted(
      (a, b) => (rank.get(a.slug) ?? slugs.length) - (rank.get(b.slug) ?? slugs.length),
    )
    for (const [position, page] of ordered.entries())
      if (page.position !== position) await pages.updatePage(tx, page.id, { position })
    recordAudit(tx, {
      action: 'page.ordered',
      before: { order: former.map(page => page.slug) },
      after: { order: ordered.map(page => page.slug) },
    })
  })
}

export async function listVersions(
  { db }: Pick<Deps, 'db'>,
  slug: string,
): Promise<{ versions: ListedVersion[]; defaultLocale: string }> {
  const page = required(await pages.findPage(db, slug))
  const { language } = await readSettings(db)
  return { versions: await pages.listVersions(db, page.id), defaultLocale: language }
}

/**
 * Makes the texts of a version current again; address and visibility stay the present ones.
 * @throws AppError `page.not_found`, or `page.changed_concurrently`
 */
export async function restoreVersion(
  deps: PageDeps,
  actor: UserActor,
  { slug, id }: { slug: string; id: string },
  { seen_updated_at }: Input<typeof restoreContract>['body'],
): Promise<StoredPage> {
  await deps.transact(async tx => {
    const page = await lockUnchangedPage(tx, slug, seen_updated_at)
    const version = await pages.findVersion(tx, page.id, id)
    if (!version) throw new AppError('page.not_found')
    const texts = JSON.parse(version.texts) as PageTexts
    await keepVersion(tx, deps, page)
    await pages.updatePage(tx, page.id, {
      author_id: actor.userId,
      updated_at: nextUpdatedAt(page, deps.now().getTime()),
    })
    await pages.replaceTexts(tx, page.id, texts)
    recordAudit(tx, {
      action: 'page.restored',
      target: targetOf(page),
      before: auditState(page),
      after: auditState({ ...page, texts }),
    })
  })
  return readPage(deps, slug)
}
