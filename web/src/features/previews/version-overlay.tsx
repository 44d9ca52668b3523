import type { Item } from '@coffer/contract/items'
import type { Version } from '@coffer/contract/versions'
import { Button } from '@mantine/core'
import { Download, RotateCcw, X } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { shownName } from '../../lib/shown-name.ts'
import { useFormat } from '../../lib/use-format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { FileView } from './file-view.tsx'
import { ContentLoader, OverlayFrame } from './overlay-frame.tsx'
import classes from './preview-overlay.module.css'

interface VersionOverlayProps {
  item: Item
  version: Version
  onDownload: () => void
  /** Undefined where the user may not restore. */
  onRestore: (() => void) | undefined
  onClose: () => void
}

/** Previews an earlier version of a file. */
export function VersionOverlay({
  item,
  version,
  onDownload,
  onRestore,
  onClose,
}: VersionOverlayProps) {
  const { t } = useTranslation()
  const date = useFormat().dateTime(version.attributes.created_at)
  const { name } = item.attributes
  return (
    <OverlayFrame label={t('versions.of_named', { name, date })} onClose={onClose}>
      <header className={classes.bar} data-version>
        <IconButton
          icon={X}
          label={t('preview.close')}
          className={classes.tool}
          onClick={onClose}
        />
        <div className={classes.heading}>
          <h2 className={classes.name}>{t('versions.of', { date })}</h2>
          <p className={classes.of} title={name}>
            <bdi>{shownName(name)}</bdi>
          </p>
        </div>
        <Button
          variant="default"
          className={classes.button}
          leftSection={<Download size={17} strokeWidth={1.75} aria-hidden />}
          onClick={onDownload}
        >
          {t('files.download')}
        </Button>
        {onRestore && (
          <Button
            className={classes.button}
            leftSection={<RotateCcw size={17} strokeWidth={1.75} aria-hidden />}
            onClick={onRestore}
          >
            {t('versions.restore_this')}
          </Button>
        )}
      </header>
      <div className={classes.body}>
        <div className={classes.stage}>
          <Suspense fallback={<ContentLoader />}>
            <FileView item={versionAsItem(item, version)} onDownload={onDownload} />
          </Suspense>
        </div>
      </div>
    </OverlayFrame>
  )
}

/**
 * Converts a version to an item for the viewers. It has no thumbnail, because thumbnails show the
 * current content.
 */
const versionAsItem = (item: Item, { id, attributes }: Version): Item => {
  const { mimetype, size_bytes, file_url, created_at: updated_at } = attributes
  const content = { mimetype, size_bytes, file_url, updated_at, thumbnail: null }
  return { ...item, id, attributes: { ...item.attributes, ...content } }
}
