import type { TranslationKey } from '@coffer/contract'
import { Button } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../lib/document-title.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Scene } from '../../ui/scene.tsx'

const UNAVAILABLE: Note = ['notes.unavailable', 'notes.unavailable_text', 'night']
const NOTES: Record<string, Note> = {
  '/demo': ['notes.demo', 'notes.demo_text', 'dawn'],
  '/temporary-unavailable': UNAVAILABLE,
  '/account-deleted': ['notes.account_deleted', 'notes.account_deleted_text', 'night'],
}
type Note = [title: TranslationKey, text: TranslationKey, time: 'dawn' | 'night']

/** One thing to know, for anyone. */
export function NoticePage() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const [title, text, time] = NOTES[pathname.replace(/\/$/, '')] ?? UNAVAILABLE
  usePageTitle(t(title))
  return (
    <EmptyState level={1} picture={<Scene time={time} />} title={t(title)} text={t(text)}>
      <Button variant="default" renderRoot={props => <Link to="/contact-us" {...props} />}>
        {t('contact.title')}
      </Button>
    </EmptyState>
  )
}
