import type { GuestUploadRequest } from '@coffer/contract/guest-upload-requests'
import { FolderPlus, ListChecks } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Breadcrumb } from '../../features/browse/breadcrumb.tsx'
import { listHeight } from '../../features/browse/list-layout.ts'
import { useFormat } from '../../lib/use-format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import type { MenuAction } from '../../ui/menu-entry.tsx'
import { FileList } from '../platform/file-list.tsx'
import { GuestSelectionBar } from './guest-selection-bar.tsx'
import classes from './upload-request-folder.module.css'
import type { GuestRequestFolder } from './use-upload-request-folder.ts'

interface SentFilesProps {
  request: GuestUploadRequest
  folder: GuestRequestFolder
  /** Actions for the selection. */
  actions: readonly MenuAction[]
}

/** The files that the guest has sent, which they can organise and delete. */
export function SentFiles({ request, folder, actions }: SentFilesProps) {
  const { t } = useTranslation()
  const { isTop, isNarrow, listing, draft } = folder
  const { total } = listing.rows
  const height = listHeight(total + (draft ? 1 : 0), isNarrow ?? false)
  return (
    <section className={classes.sent} aria-label={t('guest_requests.sent')}>
      <header className={classes.sentHead}>
        {isTop ? <SentTotal request={request} /> : <FolderPath folder={folder} />}
        <Tools folder={folder} actions={actions} />
      </header>
      {total === 0 && !draft && !listing.isLoading && !listing.error ? (
        <p className={classes.nothing}>{t('files.empty_folder')}</p>
      ) : (
        <div
          className={classes.list}
          style={{
            height: total > 0 || draft ? `min(${height}px, var(--most))` : undefined,
          }}
        >
          <FileList files={folder} newActions={[]} />
        </div>
      )}
    </section>
  )
}

function SentTotal({ request: { attributes } }: Pick<SentFilesProps, 'request'>) {
  const { t } = useTranslation()
  const format = useFormat()
  const { sent_files: count, sent_bytes } = attributes
  return (
    <div className={classes.sum}>
      <h2 className={classes.subtitle}>{t('guest_requests.sent')}</h2>
      {count > 0 && (
        <span className={classes.size}>
          {t('guest_requests.total', { count, size: format.bytes(sent_bytes) })}
        </span>
      )}
    </div>
  )
}

function FolderPath({ folder: { top, listing, drops } }: Pick<SentFilesProps, 'folder'>) {
  return (
    <div className={classes.link}>
      <Breadcrumb
        place="folders"
        top={top.name}
        root={listing.error ? null : listing.root}
        ancestors={listing.ancestors.filter(({ id }) => id !== top.id)}
        drops={drops}
      />
    </div>
  )
}

function Tools({ folder, actions }: Omit<SentFilesProps, 'request'>) {
  const { t } = useTranslation()
  const { listing, selection, isNarrow, isFillable } = folder
  if (selection.count > 0 && !isNarrow)
    return (
      <GuestSelectionBar
        count={selection.count}
        total={listing.rows.total}
        isLoading={selection.isLoading}
        actions={actions}
        onClear={selection.clear}
        isNarrow={false}
      />
    )
  return (
    <div className={classes.tools}>
      {isFillable && (
        <IconButton icon={FolderPlus} label={t('files.new_folder')} onClick={folder.newFolder} />
      )}
      {isNarrow && (
        <IconButton
          icon={ListChecks}
          label={t('files.select')}
          onClick={() => folder.setChoosing(true)}
        />
      )}
    </div>
  )
}
