import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadFile } from '../../features/items/download-file.ts'
import { sharedFileQuery } from '../../features/shares/sharing.api.ts'
import { usePageTitle } from '../../lib/document-title.ts'
import { useFormat } from '../../lib/use-format.ts'
import { PartFailure } from '../../ui/part-failure.tsx'
import { hideContentIfLimited } from './limited-downloads.ts'
import classes from './shared-file.module.css'
import { SharedHead } from './shared-head.tsx'
import { useSharedLink } from './shared-link.ts'

const FileView = lazy(async () => ({
  default: (await import('../../features/previews/file-view.tsx')).FileView,
}))

/** The page /share/:token/file. */
export function SharedFilePage() {
  const { t } = useTranslation()
  const format = useFormat()
  const link = useSharedLink()
  const { data: item, isError, refetch } = useQuery(sharedFileQuery(link.token))
  const download = () => item && downloadFile(item)
  usePageTitle(link.name)
  return (
    <div className={classes.page}>
      <SharedHead
        isHeading
        size={item ? format.bytes(item.attributes.size_bytes) : null}
        download={item ? { label: t('files.download'), run: download } : null}
      />
      <div className={classes.stage}>
        {item ? (
          <Suspense fallback={<Loader color="gray" size="md" />}>
            <FileView item={hideContentIfLimited(link)(item)} onDownload={download} />
          </Suspense>
        ) : isError ? (
          <PartFailure retry={refetch} />
        ) : (
          <Loader color="gray" size="md" />
        )}
      </div>
    </div>
  )
}
