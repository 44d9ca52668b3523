import type { Storage } from '@coffer/contract/storage'
import { Button } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { Setting, SettingCard } from '../../ui/setting.tsx'

interface FreeSpaceProps {
  kinds: Storage['meta']
  onEmptyTrash: () => void
  onClearVersions: () => void
}

/** Ways to free storage without deleting files. */
export function FreeSpace({ kinds, onEmptyTrash, onClearVersions }: FreeSpaceProps) {
  const { t } = useTranslation()
  const { bytes } = useFormat()
  const trash = kinds.trash.used_bytes
  const earlier = kinds.versions.used_bytes
  return (
    <SettingCard label={t('storage.free')}>
      <Freeable
        title={t('storage.trash')}
        text={trash ? t('storage.trash_text', { size: bytes(trash) }) : t('storage.trash_none')}
        action={t('storage.empty_trash')}
        disabled={trash === 0}
        onFree={onEmptyTrash}
      />
      <Freeable
        title={t('storage.earlier')}
        text={
          earlier ? t('storage.earlier_text', { size: bytes(earlier) }) : t('storage.earlier_none')
        }
        action={t('storage.clear_versions')}
        disabled={earlier === 0}
        onFree={onClearVersions}
      />
    </SettingCard>
  )
}

interface FreeableProps {
  title: string
  text: string
  action: string
  disabled: boolean
  onFree: () => void
}

function Freeable({ title, text, action, disabled, onFree }: FreeableProps) {
  const id = useId()
  return (
    <Setting id={id} title={title} text={text}>
      <Button variant="default" disabled={disabled} aria-describedby={id} onClick={onFree}>
        {action}
      </Button>
    </Setting>
  )
}
