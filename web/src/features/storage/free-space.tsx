import type { Storage } from '@coffer/contract/storage'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { Setting } from '../../ui/setting.tsx'
import classes from './free-space.module.css'

interface FreeSpaceProps {
  kinds: Storage['meta']
  onEmptyTrash: () => void
  onClearVersions: () => void
}

/** What can go without a file being missed. */
export function FreeSpace({ kinds, onEmptyTrash, onClearVersions }: FreeSpaceProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { trash, versions } = kinds
  return (
    <section className={classes.card} aria-label={t('storage.free')}>
      <Setting
        id="free-trash"
        title={t('storage.trash')}
        text={
          trash.used_bytes > 0
            ? t('storage.trash_text', { size: format.bytes(trash.used_bytes) })
            : t('storage.trash_none')
        }
      >
        <Button
          variant="default"
          disabled={trash.used_bytes === 0}
          aria-describedby="free-trash"
          onClick={onEmptyTrash}
        >
          {t('storage.empty_trash')}
        </Button>
      </Setting>
      <Setting
        id="free-versions"
        title={t('storage.earlier')}
        text={
          versions.used_bytes > 0
            ? t('storage.earlier_text', { size: format.bytes(versions.used_bytes) })
            : t('storage.earlier_none')
        }
      >
        <Button
          variant="default"
          disabled={versions.used_bytes === 0}
          aria-describedby="free-versions"
          onClick={onClearVersions}
        >
          {t('storage.clear_versions')}
        </Button>
      </Setting>
    </section>
  )
}
