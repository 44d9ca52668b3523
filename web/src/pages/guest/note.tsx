import type { TranslationKey } from '@coffer/contract'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../lib/document-title.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Scene } from '../../ui/scene.tsx'

const CONTACT: Note = ['notes.contact', 'notes.contact_text', 'dawn']
const NOTES: Record<string, Note> = {
  '/contact-us': CONTACT,
  '/demo': ['notes.demo', 'notes.demo_text', 'dawn'],
  '/temporary-unavailable': ['notes.unavailable', 'notes.unavailable_text', 'night'],
}
type Note = [title: TranslationKey, text: TranslationKey, time: 'dawn' | 'night']

/** One thing to know, for anyone. */
export function NotePage() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const [title, text, time] = NOTES[pathname.replace(/\/$/, '')] ?? CONTACT
  usePageTitle(t(title))
  return <EmptyState level={1} picture={<Scene time={time} />} title={t(title)} text={t(text)} />
}
