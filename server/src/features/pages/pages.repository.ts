import type { PageText, PageTexts } from '@coffer/contract/pages'
import type { Db } from '../../db/open.ts'
import { hasRowLocks } from '../../db/open.ts'
import type { NewPageVersion, PageRow, PageTextRow } from '../../db/schema-pages.ts'

export interface StoredPage extends PageRow {
  texts: PageTexts
}

const gather = (rows: readonly PageTextRow[]): PageTexts =>
  Object.fromEntries(rows.map(({ locale, title, content }) => [locale, { title, content }]))

/** All pages in their order, with their texts in two statements. */
export async function listPages(db: Db): Promise<StoredPage[]> {
  const rows = await db
    .selectFrom('pages')
    .selectAll()
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  // Lists need titles only; the content can be long.
  const texts = await db
    .selectFrom('page_texts')
    .select(['page_id', 'locale', 'title'])
    .orderBy('locale')
    .execute()
  const byPage = Map.groupBy(texts, text => text.page_id)
  return rows.map(row => ({
    ...row,
    texts: gather((byPage.get(row.id) ?? []).map(text => ({ ...text, content: '' }))),
  }))
}

export async function findPage(db: Db, slug: string): Promise<StoredPage | undefined> {
  const row = await db.selectFrom('pages').selectAll().where('slug', '=', slug).executeTakeFirst()
  if (!row) return undefined
  const texts = await db
    .selectFrom('page_texts')
    .selectAll()
    .where('page_id', '=', row.id)
    .orderBy('locale')
    .execute()
  return { ...row, texts: gather(texts) }
}

/** Locks the page, so that concurrent changes get versions of different numbers. */
export async function lockPage(tx: Db, slug: string): Promise<StoredPage | undefined> {
  if (hasRowLocks(tx))
    await tx.selectFrom('pages').select('id').where('slug', '=', slug).forUpdate().execute()
  return findPage(tx, slug)
}

export async function countPages(db: Db): Promise<{ count: number; lastPosition: number }> {
  const { count, last } = await db
    .selectFrom('pages')
    .select(eb => [eb.fn.countAll<number>().as('count'), eb.fn.max('position').as('last')])
    .executeTakeFirstOrThrow()
  return { count: Number(count), lastPosition: Number(last ?? -1) }
}

/** @returns false when another page has the address */
export async function insertPage(tx: Db, row: PageRow): Promise<boolean> {
  const result = await tx
    .insertInto('pages')
    .values(row)
    .onConflict(oc => oc.column('slug').doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const updatePage = async (
  tx: Db,
  id: string,
  change: Partial<Omit<PageRow, 'id' | 'created_at'>>,
): Promise<void> => {
  await tx.updateTable('pages').set(change).where('id', '=', id).execute()
}

export const isSlugUsed = async (db: Db, slug: string): Promise<boolean> =>
  (await db.selectFrom('pages').select('id').where('slug', '=', slug).executeTakeFirst()) !==
  undefined

export async function replaceTexts(tx: Db, pageId: string, texts: PageTexts): Promise<void> {
  await tx.deleteFrom('page_texts').where('page_id', '=', pageId).execute()
  const rows = Object.entries(texts).map(([locale, { title, content }]: [string, PageText]) => ({
    page_id: pageId,
    locale,
    title,
    content,
  }))
  if (rows.length > 0) await tx.insertInto('page_texts').values(rows).execute()
}

export const deletePage = async (tx: Db, id: string): Promise<void> => {
  await tx.deleteFrom('pages').where('id', '=', id).execute()
}

/** The versions of a page with the names of their authors, which are null for deleted accounts. */
export const listVersions = (db: Db, pageId: string) =>
  db
    .selectFrom('page_versions')
    .leftJoin('users', 'users.id', 'page_versions.author_id')
    .select(['page_versions.id', 'visibility', 'texts', 'page_versions.created_at'])
    .select('users.name as author')
    .where('page_id', '=', pageId)
    .orderBy('number', 'desc')
    .execute()
export type ListedVersion = Awaited<ReturnType<typeof listVersions>>[number]

/** The texts of a version, as JSON. */
export const findVersion = (
  db: Db,
  pageId: string,
  id: string,
): Promise<{ texts: string } | undefined> =>
  db
    .selectFrom('page_versions')
    .select('texts')
    .where('page_id', '=', pageId)
    .where('id', '=', id)
    .executeTakeFirst()

export async function newestVersion(db: Db, pageId: string): Promise<number> {
  const row = await db
    .selectFrom('page_versions')
    .select(eb => eb.fn.max('number').as('number'))
    .where('page_id', '=', pageId)
    .executeTakeFirst()
  return Number(row?.number ?? 0)
}

export const insertVersion = async (tx: Db, row: NewPageVersion): Promise<void> => {
  await tx.insertInto('page_versions').values(row).execute()
}

export const deleteVersionsUpTo = async (tx: Db, pageId: string, number: number): Promise<void> => {
  await tx
    .deleteFrom('page_versions')
    .where('page_id', '=', pageId)
    .where('number', '<=', number)
    .execute()
}
