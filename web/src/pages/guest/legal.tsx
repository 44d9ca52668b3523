import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../lib/document-title.ts'
import classes from './legal.module.css'
import { LEGAL_PAGES } from './legal-pages.ts'

export function LegalPage() {
  const { t } = useTranslation()
  const { slug } = useParams({ from: '/open/page/$slug' })
  const page = LEGAL_PAGES.get(slug)
  usePageTitle(page ? t(page.title) : '')
  if (!page) return null
  return (
    <article className={classes.text}>
      <h1 className={classes.title}>{t(page.title)}</h1>
      {page.parts.map(part => (
        <p key={part}>{t(part)}</p>
      ))}
    </article>
  )
}
