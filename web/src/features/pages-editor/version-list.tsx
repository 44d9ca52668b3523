import { type EditablePage, PAGE_VERSIONS_KEPT, type PageVersion } from '@coffer/contract/pages'
import { Button, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { useCall } from '../../ui/form/use-call.ts'
import { PartFailure } from '../../ui/part-failure.tsx'
import { withFailurePopup } from '../../ui/popups/popups.ts'
import { successToast } from '../../ui/toasts/toasts.ts'
import classes from './page-form.module.css'
import { restoreVersion, versionsQuery } from './pages.api.ts'

interface VersionListProps {
  page: EditablePage
  /** While there are changes that a restored version would replace. */
  isDisabled: boolean
}

/** The last versions of a page. */
export function VersionList({ page, isDisabled }: VersionListProps) {
  const { t } = useTranslation()
  const { data, isError, refetch } = useQuery(versionsQuery(page.attributes.slug))
  return (
    <section className={classes.card} aria-labelledby="page-versions">
      <h2 id="page-versions" className={classes.heading}>
        {t('pages.versions')}
      </h2>
      <p className={classes.help}>{t('pages.versions_text', { count: PAGE_VERSIONS_KEPT })}</p>
      {isError && <PartFailure retry={refetch} />}
      {!data && !isError && <Skeleton height={44} radius={9} />}
      {data?.length === 0 && <p className={classes.help}>{t('pages.versions_empty')}</p>}
      <ul className={classes.versions}>
        {data?.map(version => (
          <VersionRow key={version.id} page={page} version={version} isDisabled={isDisabled} />
        ))}
      </ul>
    </section>
  )
}

function VersionRow({ page, version, isDisabled }: VersionListProps & { version: PageVersion }) {
  const { t } = useTranslation()
  const format = useFormat()
  const queries = useQueryClient()
  const { run, busy } = useCall()
  const { id, attributes } = version
  const date = format.dateTime(attributes.created_at)
  const name = attributes.author ?? '–'
  const restore = withFailurePopup(async () => {
    await restoreVersion(queries, page.attributes, id)
    successToast(t('pages.restored'))
  })
  return (
    <li>
      <span className={classes.version}>
        <b>{attributes.title}</b>
        <small>{t('pages.version_by', { date, name })}</small>
      </span>
      <Button
        variant="default"
        size="xs"
        disabled={isDisabled}
        loading={busy}
        aria-label={`${t('pages.restore')}: ${attributes.title}, ${date}`}
        onClick={() => void run(restore)}
      >
        {t('pages.restore')}
      </Button>
    </li>
  )
}
