import type { LargeFile } from '@coffer/contract/admin-user-access'
import type { AdminUserDetail } from '@coffer/contract/admin-users'
import { Button } from '@mantine/core'
import { File, FileAudio, FileImage, FileText, FileVideo } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { SectionCard } from '../../ui/section-card.tsx'
import { TwoLineText } from '../../ui/two-line-text.tsx'
import classes from './details-cards.module.css'

const ChangeDialog = lazy(async () => ({
  default: (await import('./change-dialog.tsx')).ChangeDialog,
}))

/** The storage limit of a user, and how to change it. */
export function LimitCard({ user }: { user: AdminUserDetail }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const { name, storage } = user.attributes
  const { capacity_bytes, has_own_capacity } = storage
  const limit = capacity_bytes === null ? null : format.bytes(capacity_bytes)
  return (
    <SectionCard
      title={t('admin_users.limit')}
      text={
        limit === null
          ? t(has_own_capacity ? 'admin_users.no_limit_own' : 'admin_users.no_limit_default')
          : t(has_own_capacity ? 'admin_users.limit_own' : 'admin_users.limit_default', { limit })
      }
      action={
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('admin_users.change_limit')}
        </Button>
      }
    >
      <Suspense>
        {isOpen && (
          <ChangeDialog
            asked="capacity"
            target={{ kind: 'one', id: user.id, name }}
            storage={storage}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </SectionCard>
  )
}

const ICONS = {
  image: FileImage,
  video: FileVideo,
  audio: FileAudio,
  document: FileText,
  other: File,
} as const

/** The largest files without their names, which are private. */
export function LargeFilesCard({ files }: { files: readonly LargeFile[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <SectionCard title={t('storage.largest')} text={t('admin_users.largest_text')}>
      {files.length === 0 ? (
        <p className={classes.facts}>{t('storage.no_files')}</p>
      ) : (
        <ul className={classes.list}>
          {files.map(({ id, attributes }) => {
            const { category, size_bytes, created_at, is_trashed, location } = attributes
            const Icon = ICONS[category]
            const locationKey = is_trashed ? 'in_trash' : `in_${location}`
            return (
              <li key={id}>
                <Icon size={20} strokeWidth={1.6} aria-hidden />
                <TwoLineText
                  name={t(`admin_users.file_${category}`)}
                  note={`${t(`admin_users.${locationKey as 'in_trash' | 'in_home' | 'in_team'}`)} · ${format.day(created_at)}`}
                />
                <span>{format.bytes(size_bytes)}</span>
              </li>
            )
          })}
        </ul>
      )}
    </SectionCard>
  )
}
