import type { PageVisibility } from '@coffer/contract/pages'
import type { Generated, Insertable, Selectable } from 'kysely'

/** Times are milliseconds since 1970, UTC. */
interface PageTable {
  id: string
  slug: string
  visibility: PageVisibility
  position: number
  created_at: number
  updated_at: number
  /** The administrator who saved the present state; null for the server itself. */
  author_id: string | null
}

/** The text of a page in one language. A required page without any shows the supplied text. */
interface PageTextTable {
  page_id: string
  locale: string
  title: string
  content: string
}

/** A former state of a page. */
interface PageVersionTable {
  id: string
  page_id: string
  /** Increases with each version of a page. */
  number: number
  visibility: PageVisibility
  /** JSON: title and content by language. */
  texts: string
  /** Not used any more; only the release before stores names. */
  author: Generated<string | null>
  /** The administrator who saved this state; null for the server itself. Accounts may be deleted. */
  author_id: string | null
  /** When this state was saved. */
  created_at: number
}

interface ContactMessageTable {
  id: string
  email: string
  message: string
  is_answered: 0 | 1
  created_at: number
  answered_at: number | null
  answered_by: string | null
}

interface DemoAccountTable {
  user_id: string
  expires_at: number
}

export interface PagesSchema {
  pages: PageTable
  page_texts: PageTextTable
  page_versions: PageVersionTable
  contact_messages: ContactMessageTable
  demo_accounts: DemoAccountTable
}

export type PageRow = Selectable<PageTable>
export type PageTextRow = Selectable<PageTextTable>
export type NewPageVersion = Insertable<PageVersionTable>
export type ContactMessageRow = Selectable<ContactMessageTable>
