import type {
  EditablePage,
  PageEntry,
  PageTexts,
  PageVersion,
  PublicPage,
} from '@coffer/contract/pages'
import type { ListedVersion, StoredPage } from './pages.repository.ts'
import { isRequired, isSupplied, shownTexts, textFor } from './pages.rules.ts'

const toIso = (millis: number): string => new Date(millis).toISOString()

export interface Reader {
  locale: string
  defaultLocale: string
}

export async function presentPublicPage(page: StoredPage, reader: Reader): Promise<PublicPage> {
  // Imported here, so that the server starts without it.
  const { renderMarkdown } = await import('../../lib/markdown.ts')
  const { locale, title, content } = textFor(page.texts, reader.locale, reader.defaultLocale)
  return {
    id: page.slug,
    type: 'page',
    attributes: {
      slug: page.slug,
      title,
      locale,
      content,
      content_formatted: renderMarkdown(content),
      visibility: page.visibility,
      updated_at: toIso(page.updated_at),
    },
  }
}

export function presentEntry(page: StoredPage, reader: Reader): PageEntry {
  const texts = shownTexts(page.slug, page.texts)
  return {
    id: page.id,
    type: 'page',
    attributes: {
      slug: page.slug,
      title: textFor(texts, reader.locale, reader.defaultLocale).title,
      visibility: page.visibility,
      position: page.position,
      locales: Object.keys(texts),
      is_required: isRequired(page.slug),
      is_supplied: isSupplied(page),
      created_at: toIso(page.created_at),
      updated_at: toIso(page.updated_at),
    },
  }
}

export function presentEditable(page: StoredPage, reader: Reader): EditablePage {
  const entry = presentEntry(page, reader)
  const texts = shownTexts(page.slug, page.texts)
  return { ...entry, attributes: { ...entry.attributes, texts } }
}

export function presentVersion(version: ListedVersion, reader: Reader): PageVersion {
  const texts = JSON.parse(version.texts) as PageTexts
  return {
    id: version.id,
    type: 'page-version',
    attributes: {
      title: textFor(texts, reader.locale, reader.defaultLocale).title,
      visibility: version.visibility,
      texts,
      author: version.author,
      created_at: toIso(version.created_at),
    },
  }
}
