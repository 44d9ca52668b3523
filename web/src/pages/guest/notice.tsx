import type { TranslationKey } from '@coffer/contract'
import { Button } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../lib/document-title.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Scene } from '../../ui/scene.tsx'

const UNAVAILABLE: Notice = ['notes.unavailable', 'notes.unavailable_text', 'night']
const NOTICES: Record<string, Notice> = {
  '/temporary-unavailable': UNAVAILABLE,
  '/account-deleted': ['notes.account_deleted', 'notes.account_deleted_text', 'night'],
}
type Notice = [title: TranslationKey, text: TranslationKey, time: 'night']

/** A public page with a single notice. */
export function NoticePage() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const [title, text, time] = NOTICES[pathname.replace(/\/$/, '')] ?? UNAVAILABLE
  usePageTitle(t(title))
  return (
    <EmptyState level={1} picture={<Scene time={time} />} title={t(title)} text={t(text)}>
      <Button variant="default" renderRoot={props => <Link to="/contact-us" {...props} />}>
        {t('contact.title')}
      </Button>
    </EmptyState>
  )
}
