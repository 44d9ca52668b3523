import type { PageVisibility } from '@coffer/contract/pages'
import { useTranslation } from 'react-i18next'
import { StatusMark, type StatusStyle } from '../../ui/status-mark.tsx'

const STYLES: Record<PageVisibility, StatusStyle> = {
  public: { shape: 'dot', tone: 'good' },
  footer: { shape: 'ring-tick', tone: 'good' },
  draft: { shape: 'dashed', tone: 'quiet' },
}

/** The readers of a page, as an icon and a text. */
export function VisibilityMark({ visibility }: { visibility: PageVisibility }) {
  const { t } = useTranslation()
  return <StatusMark {...STYLES[visibility]}>{t(`pages.visibility_${visibility}`)}</StatusMark>
}
